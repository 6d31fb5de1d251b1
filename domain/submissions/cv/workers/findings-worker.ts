import { replyWith } from '../../../platform/subprocess/reply.ts'
import { readFindings } from './findings.ts'

replyWith(readFindings)
