import { Module } from '@nestjs/common';
import { ProjectsModule } from '../../projects/projects.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { SpansModule } from '../spans/spans.module.js';
import { TracesModule } from '../traces/traces.module.js';
import { RedirectsService } from './redirects.service.js';
import { RedirectsController } from './rest/redirects.controller.js';

@Module({
  imports: [ProjectsModule, SpansModule, TracesModule, SessionsModule],
  controllers: [RedirectsController],
  providers: [RedirectsService],
})
export class RedirectsModule {}
