import * as z from 'zod'
import { interviewChangeHours } from '#domain/content/company.ts'
import { callRequestOf, markCallDone } from '#domain/hiring/call-requests.ts'
import { endFeed, feedOf, feedSince, makeFeed } from '#domain/hiring/interviews/calendar-feed.ts'
import { cancelByStaff, changeByStaff, undoLast } from '#domain/hiring/interviews/change.ts'
import { QUARTER } from '#domain/hiring/interviews/free-times.ts'
import { interviewsOf } from '#domain/hiring/interviews/interviews.ts'
import { MAX_SLOTS, MAX_TOGETHER } from '#domain/hiring/interviews/limits.ts'
import { listInterviews, openCalls, waitingForInterview } from '#domain/hiring/interviews/list.ts'
import { propose, submissionOf } from '#domain/hiring/interviews/propose.ts'
import { candidatesForTimes, proposeTogether, undoTogether } from '#domain/hiring/interviews/propose-together.ts'
import { busyTimes, companyHours } from '#domain/hiring/interviews/working-time.ts'
import { mayDo } from '#domain/people/rights.ts'
import { daysAfter, startOfDay } from '#domain/platform/calendar.ts'
import type { Queries } from '#domain/platform/database/database.ts'
import { INTERVIEW_PLACES } from '#domain/platform/database/tables.ts'
import { DAY, MINUTE } from '#domain/platform/durations.ts'
import { currentOf } from '#domain/submissions/handling.ts'
import { ANSWER_WAITS_MILLISECONDS } from '#domain/submissions/letters.ts'
import { newestLink } from '#domain/submissions/links.ts'
import { processKeyOf } from '#domain/submissions/processes.ts'
import { scopeOf } from '#domain/submissions/scope.ts'
import { call, openCall, type StaffContext } from '../call.ts'
import { ordinal, secret, seenVersion } from '../fields.ts'
import { handledState, refuseNoInterviewer } from '../handled.ts'
import { found, Problem } from '../problem.ts'

const MAX_PEOPLE = 8
const MAX_NOTE_LENGTH = 2000
const MAX_LOCATION_LENGTH = 500
const MAX_MINUTES = 240
const MAX_BUFFER_MINUTES = 60
const MAX_CHANGE_HOURS = 168
const MAX_DAYS_SHOWN = 14
const MAX_AHEAD_MILLISECONDS = 180 * DAY

const quarter = z.iso.datetime({ precision: 3 }).refine((moment) => Date.parse(moment) % QUARTER === 0, 'quarterOnly')
const quarters = (max: number) =>
  z
    .number()
    .int()
    .min(0)
    .max(max)
    .multipleOf(QUARTER / MINUTE)
const people = z.array(z.string().max(100)).min(1, 'interviewerRequired').max(MAX_PEOPLE, 'tooMany')
const day = z.iso.date()

const whereItIs = {
  place: z.enum(INTERVIEW_PLACES),
  location: z.string().trim().max(MAX_LOCATION_LENGTH, 'tooLong'),
}

const references = z.array(z.string().max(40)).min(1).max(MAX_TOGETHER, 'tooMany')

const proposal = z.object({
  /** Made by the client, so that a repeated request proposes once. */
  id: z.uuid(),
  people,
  ...whereItIs,
  minutes: quarters(MAX_MINUTES).min(QUARTER / MINUTE),
  bufferMinutes: quarters(MAX_BUFFER_MINUTES),
  note: z.string().trim().max(MAX_NOTE_LENGTH, 'tooLong'),
  slots: z.array(quarter).min(1, 'timeRequired').max(MAX_SLOTS, 'tooMany'),
  chooseUntil: z.iso.datetime({ precision: 3 }),
  changeHours: z.number().int().min(0).max(MAX_CHANGE_HOURS),
  replaces: z.uuid().optional(),
  movesStage: z.boolean(),
})

export const interviewCalls = {
  'GET /interviews': call('submissions.read', {
    query: z.object({ whose: z.enum(['all', 'mine']).optional() }),
    async handle({ queries, person, now }, { query: { whose } }) {
      const seen = { now, scope: scopeOf(person) }
      const planned = { now, scope: scopeOf(person, 'interviews.plan') }
      return {
        interviews: await listInterviews(queries, { ...seen, personId: whose === 'mine' ? person.id : undefined }),
        waiting: await waitingForInterview(queries, mayDo(person.roles, 'inbox.read') ? seen : planned),
        calls: await openCalls(queries, mayDo(person.roles, 'inbox.read') ? seen : planned),
        feedSince: await feedSince(queries, person.id),
      }
    },
  }),

  /** Working hours, and when these people have no time. */
  'GET /interviews/week': call('submissions.read', {
    background: true,
    query: z.object({
      from: day,
      days: z.coerce.number().int().min(1).max(MAX_DAYS_SHOWN),
      people: z.union([z.string(), z.array(z.string()).max(MAX_PEOPLE)]).optional(),
      except: z.string().max(100).optional(),
    }),
    async handle({ queries, now }, { query: { from, days, people: asked = [], except } }) {
      const hours = await companyHours(queries)
      const { timeZone } = hours
      const window = {
        from: startOfDay(from, timeZone).toISOString(),
        to: startOfDay(daysAfter(from, days), timeZone).toISOString(),
      }
      return {
        timeZone,
        days: Array.from({ length: days }, (_, index) => hours.dayOf(daysAfter(from, index))),
        busy: await busyTimes(queries, [asked].flat(), window, { now, except }),
      }
    },
  }),

  'GET /submissions/:id/interviews': call('submissions.read', {
    background: true,
    async handle({ queries, now, settings }, { params }) {
      const submission = await currentOf(queries, params.id, {})
      const { name, language, stage, about, job_title_ar: aboutInArabic, job_id: jobId, kind, reference } = submission
      return {
        submission: { name, language, stage, about, aboutInArabic, jobId, kind, reference },
        process: processKeyOf(submission),
        interviews: await interviewsOf(queries, submission.id, now),
        canSend: settings.outbox !== undefined,
        changeHours: await interviewChangeHours(queries),
      }
    },
  }),

  'POST /submissions/:id/interviews': call('interviews.plan', {
    audit: 'interview.propose',
    body: proposal,
    async handle({ write, person, settings: { outbox }, now, handling }, { params, body }) {
      refuseFarAhead(body.slots, now)
      refuseNoLink(body)
      const proposed = await write(
        async (queries) => {
          if (!outbox) throw new Problem('mailOff')
          const submission = await currentOf(queries, params.id, {})
          for (const id of body.people) await refuseNoInterviewer(queries, id, submission)
          const link = await newestLink(queries, submission.id)
          if (!link || link.ended_at !== null) throw new Problem('linkEnded')
          return propose(queries, params.id, body, { ...handling, mailDomain: outbox.mailDomain })
        },
        { counts: { times: body.slots.length } },
      )
      wakeLater(outbox)
      return {
        id: proposed.interview.id,
        undoUntil: proposed.interview.told_at,
        ...handledState(proposed.submission, person),
      }
    },
  }),

  /** Who of them gets times, and why others do not. */
  'GET /interviews/together': call('inbox.read', {
    background: true,
    query: z.object({ reference: z.union([z.string().max(40), references]) }),
    async handle({ queries, now, settings }, { query: { reference } }) {
      const candidates = await candidatesForTimes(queries, [reference].flat(), now)
      return {
        candidates: candidates.map(({ submission, omission }) => {
          const { reference, name, language, kind, about, job_title_ar: aboutInArabic, job_id: jobId } = submission
          return { reference, name, language, kind, about, aboutInArabic, jobId, stage: submission.stage, omission }
        }),
        canSend: settings.outbox !== undefined,
        changeHours: await interviewChangeHours(queries),
      }
    },
  }),

  'POST /interviews/together': call('submissions.change', {
    audit: 'interview.propose-together',
    body: proposal.omit({ replaces: true }).extend({ references }),
    async handle({ write, settings: { outbox }, now, handling }, { body: { references, ...body } }) {
      refuseFarAhead(body.slots, now)
      refuseNoLink(body)
      const outcome = await write(
        async (queries) => {
          if (!outbox) throw new Problem('mailOff')
          await refuseNoInterviewers(queries, body.people, await candidatesForTimes(queries, references, now))
          return proposeTogether(queries, references, body, { ...handling, mailDomain: outbox.mailDomain })
        },
        ({ proposed }) => ({ counts: { submissions: proposed.length } }),
      )
      wakeLater(outbox)
      return outcome
    },
  }),

  /** Before anybody was told. */
  'POST /interviews/together/undo': call('submissions.change', {
    audit: 'interview.undo',
    body: z.object({ ids: z.array(z.string().max(100)).min(1).max(MAX_TOGETHER) }),
    async handle({ write, settings: { outbox }, handling }, { body: { ids } }) {
      const undone = await write((queries) => undoTogether(queries, ids, { ...handling, ...mailed(outbox) }), {
        subject: '',
      })
      return { undone }
    },
  }),

  'PUT /interviews/:id': call('interviews.plan', {
    audit: 'interview.change',
    body: z.object({ people, startsAt: quarter, ...whereItIs, version: ordinal }),
    async handle({ write, settings: { outbox }, now, handling }, { params, body }) {
      refuseFarAhead([body.startsAt], now)
      refuseNoLink(body)
      const changed = await write(
        async (queries) => {
          const submission = await ofInterview(queries, params.id)
          for (const id of body.people) await refuseNoInterviewer(queries, id, submission)
          const interview = await changeByStaff(queries, params.id, body, { ...handling, ...mailed(outbox) })
          return { interview, subject: submission.reference }
        },
        ({ subject }) => ({ subject }),
      )
      wakeLater(outbox)
      return { version: changed.interview.version, undoUntil: changed.interview.told_at }
    },
  }),

  'DELETE /interviews/:id': call('interviews.plan', {
    audit: 'interview.cancel',
    query: z.object({ version: seenVersion }),
    async handle({ write, settings: { outbox }, handling }, { params, query: { version } }) {
      const { interview } = await write(
        async (queries) => {
          const subject = (await ofInterview(queries, params.id)).reference
          return {
            subject,
            interview: await cancelByStaff(queries, params.id, version, { ...handling, ...mailed(outbox) }),
          }
        },
        ({ subject }) => ({ subject }),
      )
      wakeLater(outbox)
      return { undoUntil: interview?.told_at ?? null }
    },
  }),

  /** Before anybody was told. */
  'DELETE /interviews/:id/last-change': call('interviews.plan', {
    audit: 'interview.undo',
    async handle({ write, settings: { outbox }, handling }, { params }) {
      await write(
        async (queries) => {
          const subject = (await ofInterview(queries, params.id)).reference
          await undoLast(queries, params.id, { ...handling, ...mailed(outbox) })
          return subject
        },
        (subject) => ({ subject }),
      )
    },
  }),

  'PUT /submissions/:id/call-request': call('interviews.plan', {
    audit: 'submission.call-done',
    async handle({ write, handling }, { params }) {
      await write(async (queries) => {
        const submission = await currentOf(queries, params.id, {})
        found(await callRequestOf(queries, submission.id))
        if (!(await markCallDone(queries, submission, handling))) throw new Problem('conflict')
      })
    },
  }),

  /** The former address ends. */
  'POST /account/calendar': call('submissions.read', {
    audit: 'account.make-calendar',
    async handle({ write, person, settings, now }) {
      const made = await write((queries) => makeFeed(queries, person.id, now), { subject: person.id })
      return { address: `${settings.url()}/api/calendar/${made}.ics` }
    },
  }),

  'DELETE /account/calendar': call('submissions.read', {
    audit: 'account.end-calendar',
    async handle({ write, person }) {
      await write((queries) => endFeed(queries, person.id), { subject: person.id })
    },
  }),

  /** For calendar programs, which cannot sign in: the address is the secret. */
  'GET /calendar/:id': openCall({
    async handle({ queries, reply, settings, now }, { params }) {
      const typed = secret.safeParse(params.id.replace(/\.ics$/, ''))
      const { hostname } = new URL(settings.url())
      const domain = settings.outbox?.mailDomain ?? hostname
      const feed = found(typed.success && (await feedOf(queries, typed.data, now, domain)))
      reply.type('text/calendar; charset=utf-8').header('content-disposition', 'inline; filename="interviews.ics"')
      return reply.send(feed)
    },
  }),
}

/** A broken link would be mailed. */
function refuseNoLink({ place, location }: { place: string; location: string }) {
  if (place === 'phone') return
  const isLink = URL.canParse(location) && /^https?:$/.test(new URL(location).protocol)
  if (place === 'video' && !isLink) throw new Problem('invalid', { errors: { location: ['linkFormat'] } })
  if (location === '') throw new Problem('invalid', { errors: { location: ['placeRequired'] } })
}

function refuseFarAhead(slots: string[], now: Date) {
  const last = new Date(now.getTime() + MAX_AHEAD_MILLISECONDS).toISOString()
  if (slots.some((startsAt) => startsAt > last)) throw new Problem('invalid', { errors: { slots: ['tooFarAhead'] } })
}

const mailed = (outbox: StaffContext['settings']['outbox']) => ({ mailDomain: outbox?.mailDomain })

function wakeLater(outbox: StaffContext['settings']['outbox']) {
  if (outbox) setTimeout(outbox.wake, ANSWER_WAITS_MILLISECONDS).unref()
}

/** Once for each job. */
async function refuseNoInterviewers(
  queries: Queries,
  people: readonly string[],
  candidates: Awaited<ReturnType<typeof candidatesForTimes>>,
) {
  const byProcess = new Map(candidates.map(({ submission }) => [processKeyOf(submission), submission]))
  for (const submission of byProcess.values())
    for (const id of people) await refuseNoInterviewer(queries, id, submission)
}

async function ofInterview(queries: Queries, id: string) {
  const row = await queries.selectFrom('interviews').select('submission_id').where('id', '=', id).executeTakeFirst()
  return submissionOf(queries, found(row))
}
