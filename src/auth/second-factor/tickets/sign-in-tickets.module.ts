import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SignInTicketEntity } from './sign-in-ticket.entity.js';
import { SignInTicketsService } from './sign-in-tickets.service.js';

/** Sign-ins that wait for a second factor. */
@Module({
  imports: [TypeOrmModule.forFeature([SignInTicketEntity])],
  providers: [SignInTicketsService],
  exports: [SignInTicketsService],
})
export class SignInTicketsModule {}
