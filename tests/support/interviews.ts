import { randomUUID } from 'node:crypto'
import { createCandidates } from '#domain/candidates/candidates.ts'
import type { Proposal } from '#domain/hiring/interviews/propose.ts'
import { currentToken, linkSecretOf } from '#domain/submissions/links.ts'
import type { Caller, RunningDesk } from './desk-api.ts'

/** A Sunday morning in Cairo. */
export const SUNDAY = new Date('2026-03-01T08:00:00.000Z')

export const aProposal = (
  person: { id: string },
  changes: Partial<Omit<Proposal, 'people'>> & { people?: string[] } = {},
): Proposal => ({
  id: randomUUID(),
  people: [person.id],
  minutes: 45,
  bufferMinutes: 15,
  place: 'video',
  location: 'https://meet.nuqta.example/room',
  note: '',
  slots: ['2026-03-03T09:00:00.000Z', '2026-03-04T10:00:00.000Z'],
  chooseUntil: '2026-03-02T14:00:00.000Z',
  changeHours: 24,
  movesStage: true,
  ...changes,
})

export const proposeTo = (call: Caller, reference: string, body: Proposal) =>
  call('POST /submissions/:id/interviews', { params: { id: reference }, body })

export type Outbox = { mailDomain: string; wake(): void }
export const OUTBOX: Outbox = { mailDomain: 'nuqta.example', wake() {} }

export const candidatesOf = (desk: RunningDesk) => createCandidates(desk.database, () => desk.clock.now, OUTBOX)

export const tokenOf = async ({ database }: RunningDesk, reference: string) =>
  (await currentToken(database.queries, await linkSecretOf(database), reference)) as string

/** As the candidate sees it; null if there is none. */
export async function shownInterview(desk: RunningDesk, reference: string) {
  const found = await candidatesOf(desk).find(await tokenOf(desk, reference), 'en')
  return found.state === 'open' ? found.application.interview : null
}
