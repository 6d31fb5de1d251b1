import { replyWith } from '../../../platform/subprocess/reply.ts'
import { parseMail } from './parse.ts'

replyWith(parseMail)
