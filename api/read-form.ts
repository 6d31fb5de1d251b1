import { Problem } from './errors.ts'

export function readJsonObject(body: unknown): Record<string, unknown> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new Problem('notAnObject')
  return body as Record<string, unknown>
}
