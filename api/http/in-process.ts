import { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'

/** A page of this process calls by `app.inject`, which brings a request that never came over a connection. */
export const isInProcess = ({ raw }: FastifyRequest) => !(raw instanceof IncomingMessage)
