import { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'

/** Pages of this process call by `app.inject`, which has no connection. */
export const isInProcess = ({ raw }: FastifyRequest) => !(raw instanceof IncomingMessage)
