import { Module } from '@nestjs/common';
import { McpController } from './mcp.controller.js';
import { McpService } from './mcp.service.js';

/** Lets agents read and annotate everything here as tools, at `/mcp`. */
@Module({ controllers: [McpController], providers: [McpService] })
export class McpModule {}
