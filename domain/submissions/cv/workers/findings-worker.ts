import { replyWith } from '../../../worker-process/reply.ts'
import { readFindings } from './findings.ts'

replyWith(readFindings)
