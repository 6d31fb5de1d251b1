import { readFindings } from './findings.ts'
import { replyWith } from './reply.ts'

replyWith(readFindings)
