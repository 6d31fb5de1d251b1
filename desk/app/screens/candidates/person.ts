import type { ResultOf } from '../../api.ts'

export type Person = ResultOf<'GET /candidates/:id'>
export type Suggestion = Person['suggestions'][number]
