import { type MiddlewareConsumer, Module, type NestModule, RequestMethod } from '@nestjs/common';
import express from 'express';
import { SignInMethodsModule } from '../auth/sign-in-methods/sign-in-methods.module.js';
import { WebUiController } from './web-ui.controller.js';
import { WEB_ROOT, WebUiService } from './web-ui.service.js';

/** Serves the built web UI. */
@Module({
  imports: [SignInMethodsModule],
  controllers: [WebUiController],
  providers: [WebUiService],
})
export class WebUiModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    const files = express.static(WEB_ROOT, {
      index: false,
      setHeaders: (response, path) => {
        // File names under assets/ contain a hash of their content.
        if (path.includes('/assets/')) {
          response.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
        }
      },
    });
    consumer
      .apply(files)
      .exclude(
        // Not served as a file, because the controller adds content to it.
        { path: 'index.html', method: RequestMethod.GET },
        // API paths never name files, so the file system is not asked.
        { path: 'v1/*path', method: RequestMethod.GET },
      )
      .forRoutes({ path: '/*path', method: RequestMethod.GET });
  }
}
