import { Module } from '@nestjs/common';
import { ChatsModule } from '../chats/chats.module.js';
import { PacedChatsService } from './paced-chats.service.js';

@Module({
  imports: [ChatsModule],
  providers: [PacedChatsService],
  exports: [PacedChatsService],
})
export class PacingModule {}
