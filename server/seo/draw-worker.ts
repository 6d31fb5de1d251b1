import { replyWith } from '#domain/platform/subprocess/reply.ts'
import { draw } from './draw.ts'

replyWith(draw)
