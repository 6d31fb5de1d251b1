import { EyeOff, Send } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { classNames } from '#site/brand/class-names.ts'
import { api, currentIn } from '../../api.ts'
import { useActions } from '../../parts/actions.ts'
import { ConfirmDialog } from '../../parts/dialog.tsx'
import { useDraft } from '../../parts/drafts.ts'
import { Body, Button, buttonClass, Dot, Empty, Head, Icon, Initial, Note } from '../../parts/elements.tsx'
import { TextField } from '../../parts/field.tsx'
import { useAnnouncements, useSubmit } from '../../parts/work.tsx'
import { useSession } from '../../session.tsx'
import { loadColleagues, useColleagues } from '../../submissions/item.tsx'
import { useTexts } from '../../texts.tsx'
import { BackLink } from './back-link.tsx'
import {
  blankCard,
  type Card,
  type Cards,
  type Criterion,
  missingIn,
  NOT_ASKED,
  ratingOf,
  STEPS,
  type Step,
  type Written,
} from './card.ts'
import { Decision } from './decision.tsx'
import { Choices } from './rating.tsx'
import styles from './scorecard.module.css'

export const handle = { folded: true }

export async function loader({ params, request }: LoaderFunctionArgs) {
  const [cards, colleagues] = await Promise.all([
    api('GET /submissions/:id/scorecards', { params: { id: params.id as string }, signal: request.signal }),
    loadColleagues(),
  ])
  return { cards, colleagues }
}

export function Component() {
  const { cards } = useLoaderData<typeof loader>()
  const { own, isOpen, criteria, about } = cards
  if (isOpen) return <Decision cards={cards} />
  if (criteria.length === 0) return <WithoutCriteria about={about} />
  return <Editor key={`${about.reference} ${own?.version ?? 0}`} cards={cards} />
}

const processOf = ({ kind, jobId }: Cards['about']) =>
  kind === 'internship-application' ? 'internship' : String(jobId ?? 'general')

function WithoutCriteria({ about }: { about: Cards['about'] }) {
  const { scorecards: texts } = useTexts()
  const { can } = useSession()
  return (
    <>
      <Head title={texts.title} note={<BackLink about={about} />} />
      <Body>
        <Empty
          fill="hollow"
          title={texts.noCriteria}
          text={texts.noCriteriaText}
          actions={
            can('jobs.manage') && (
              <Link className={buttonClass({ look: 'primary' })} to={`/stages/${processOf(about)}/set-up#criteria`}>
                {texts.chooseCriteria}
              </Link>
            )
          }
        />
      </Body>
    </>
  )
}

const SAVED_AFTER_MILLISECONDS = 1500

function Editor({ cards: { own, criteria, about, hiddenFrom } }: { cards: Cards }) {
  const { scorecards: texts, say } = useTexts()
  const announcements = useAnnouncements()
  const { revalidate } = useRevalidator()
  const form = useSubmit()
  const { reference } = about
  const params = { id: reference }
  const draft = useDraft<Written>(`scorecard ${reference}`, () => blankCard(own))
  const { value } = draft
  const [isChecked, setChecked] = useState(false)
  const [isWaiving, setWaiving] = useState(false)
  const { current, go, ref } = useCurrent(criteria.length)
  const saving = useSaving(reference, value, draft)

  const rate = (criterion: Criterion, changes: Partial<Written['ratings'][string]>) =>
    draft.patch({ ratings: { ...value.ratings, [criterion.id]: { ...ratingOf(value, criterion), ...changes } } })
  const open = criteria.flatMap((criterion) => {
    const missing = missingIn(value, criterion)
    return missing ? [{ criterion, missing }] : []
  })
  const isReady = open.length === 0 && value.recommendation !== null
  const send = () => {
    setChecked(true)
    if (!isReady) return announcements.show(texts.notReady)
    void form.submit(async () => {
      await saving.settle()
      const body = { ...value, version: saving.version() }
      await api('POST /submissions/:id/scorecard/send', { params, body })
      draft.forget()
      announcements.show(texts.sent)
      await revalidate()
    })
  }
  const rateCurrent = (step: Step) => {
    const criterion = criteria[current]
    if (criterion) rate(criterion, { step })
    else if (step !== NOT_ASKED) draft.patch({ recommendation: step })
  }
  useActions([
    ...([NOT_ASKED, ...STEPS] as Step[]).map((step) => ({
      id: `step-${step}`,
      label: texts.steps[step],
      keys: String(step),
      keysOnly: true as const,
      run: () => rateCurrent(step),
    })),
    { id: 'next-criterion', label: texts.next, keys: 'J', run: () => go(1) },
    { id: 'previous-criterion', label: texts.previous, keys: 'K', run: () => go(-1) },
    { id: 'send-card', label: texts.send, keys: 'Mod+Enter', icon: Send, run: send },
  ])
  const recommendations = STEPS.map((step) => ({ step, label: texts.recommendations[step] }))

  return (
    <>
      <Head
        stays
        title={texts.title}
        note={
          <>
            <BackLink about={about} /> <span role="status">· {saving.says}</span>
          </>
        }
        actions={<Button look="primary" icon={Send} busy={form.isBusy} onClick={send} label={texts.send} />}
      />
      <Body className={styles.page}>
        <div ref={ref} className={styles.criteria}>
          {saving.conflict !== undefined && (
            <Note
              kind="wrong"
              title={texts.conflict}
              actions={
                <>
                  <Button
                    small
                    onClick={async () => {
                      draft.forget()
                      await revalidate()
                    }}
                    label={texts.takeOther}
                  />
                  <Button small onClick={saving.keepMine} label={texts.keepMine} />
                </>
              }
            >
              {texts.conflictText}
            </Note>
          )}
          {form.failure && <Note kind="wrong">{form.failure}</Note>}
          <p className="second">{texts.hint}</p>
          {criteria.map((criterion, index) => (
            <CriterionRow
              key={criterion.id}
              criterion={criterion}
              rating={ratingOf(value, criterion)}
              missing={isChecked || ratingOf(value, criterion).step !== null ? missingIn(value, criterion) : undefined}
              isCurrent={index === current}
              onFocus={() => go(index - current)}
              onChange={(changes) => rate(criterion, changes)}
            />
          ))}
          <section className={styles.criterion} data-row>
            <div>
              <h2 className="h3" id="recommendation">
                {texts.recommendation}
              </h2>
              <p className="muted small">{texts.recommendationHint}</p>
            </div>
            <div className={styles.rated}>
              <Choices
                legendId="recommendation"
                name="recommendation"
                value={value.recommendation}
                options={recommendations}
                onChange={(step) => draft.patch({ recommendation: step as Written['recommendation'] })}
              />
              {isChecked && value.recommendation === null && (
                <p className={styles.wrong}>{texts.missing.recommendation}</p>
              )}
              <TextField
                className={styles.evidence}
                label={texts.summary}
                rows={2}
                maxLength={1000}
                dir="auto"
                value={value.summary}
                onChange={({ target }) => draft.patch({ summary: target.value })}
              />
            </div>
          </section>
          <p className={styles.keys}>
            <kbd>1</kbd>–<kbd>4</kbd> {texts.keys.step} <kbd>0</kbd> {texts.keys.notAsked} <kbd>J</kbd> <kbd>K</kbd>{' '}
            {texts.keys.criterion}
          </p>
        </div>
        <aside className={styles.aside}>
          <section>
            <h2 className="h3">{texts.stillOpen}</h2>
            <ul className={styles.open}>
              {open.map(({ criterion, missing }) => (
                <OpenPoint key={criterion.id} criterion={criterion} missing={missing} />
              ))}
              <li className={value.recommendation === null ? styles.wrong : undefined}>
                <Dot fill={value.recommendation === null ? 'hollow' : 'solid'} />
                {value.recommendation === null ? texts.missing.recommendation : texts.recommended}
              </li>
            </ul>
          </section>
          <Hidden people={hiddenFrom} />
          <section>
            <h2 className="h3">{texts.readers}</h2>
            <p className="second small">{texts.readersText}</p>
          </section>
          <p>
            <Button small look="quiet" onClick={() => setWaiving(true)} label={texts.waive} />
          </p>
        </aside>
      </Body>
      {isWaiving && (
        <ConfirmDialog
          title={texts.waiveTitle}
          text={texts.waiveText}
          submit={texts.waive}
          onClose={() => setWaiving(false)}
          onConfirm={() => api('POST /submissions/:id/scorecard/waive', { params })}
          onDone={() => {
            draft.forget()
            announcements.say(say('scorecards.waived'))
          }}
        />
      )}
    </>
  )
}

interface CriterionRowProps {
  criterion: Criterion
  rating: Card['ratings'][string]
  missing: 'step' | 'evidence' | undefined
  isCurrent: boolean
  onFocus(): void
  onChange(changes: Partial<Card['ratings'][string]>): void
}

function CriterionRow({ criterion, rating, missing, isCurrent, onFocus, onChange }: CriterionRowProps) {
  const { scorecards: texts, language } = useTexts()
  const headingId = `criterion-${criterion.id}`
  const options = STEPS.map((step) => ({ step, label: texts.steps[step] }))
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only notes which criterion the keys are about
    <section className={classNames(styles.criterion, isCurrent && styles.current)} data-row onFocus={onFocus}>
      <div>
        <h2 className="h3" id={headingId} dir="auto">
          {criterion.name[language]}
        </h2>
        {criterion.hint[language] && (
          <p className="muted small" dir="auto">
            {criterion.hint[language]}
          </p>
        )}
      </div>
      <div className={styles.rated}>
        <Choices
          legendId={headingId}
          name={criterion.id}
          value={rating.step}
          options={options}
          beside={{ step: NOT_ASKED, label: texts.steps[NOT_ASKED] }}
          onChange={(step) => onChange({ step })}
        />
        {missing === 'step' && <p className={styles.wrong}>{texts.missing.step}</p>}
        {rating.step !== NOT_ASKED && (
          <TextField
            className={styles.evidence}
            label={texts.evidence}
            placeholder={texts.evidence}
            error={missing === 'evidence' ? texts.missing.evidence : undefined}
            rows={2}
            maxLength={2000}
            dir="auto"
            value={rating.evidence}
            onChange={({ target }) => onChange({ evidence: target.value })}
          />
        )}
      </div>
    </section>
  )
}

function OpenPoint({ criterion, missing }: { criterion: Criterion; missing: 'step' | 'evidence' }) {
  const { say, language } = useTexts()
  return (
    <li className={styles.wrong}>
      <Dot colour="accent" />
      <span>{say(`scorecards.open.${missing}`, { criterion: criterion.name[language] })}</span>
    </li>
  )
}

function Hidden({ people }: { people: string[] }) {
  const { scorecards: texts } = useTexts()
  const { nameOf } = useColleagues()
  return (
    <section>
      <h2 className="h3">{texts.colleagues}</h2>
      {people.length === 0 && <p className="second small">{texts.noneSent}</p>}
      <ul className={styles.people}>
        {people.map((id) => (
          <li key={id}>
            <Initial name={nameOf(id)} />
            <bdi>{nameOf(id)}</bdi>
            <Icon of={EyeOff} small />
          </li>
        ))}
      </ul>
      {people.length > 0 && (
        <>
          <div className={styles.hatched} aria-hidden />
          <p className="second small">{texts.hidden}</p>
        </>
      )}
    </section>
  )
}

/** The criterion that keys are about; the last is the recommendation. */
function useCurrent(count: number) {
  const ref = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState(0)
  const go = (by: number) => {
    if (by === 0) return
    const next = Math.min(count, Math.max(0, current + by))
    setCurrent(next)
    const row = ref.current?.querySelectorAll<HTMLElement>('[data-row]')[next]
    if (row?.contains(document.activeElement)) return
    const chosen = row?.querySelector<HTMLElement>('input:checked')
    const field = chosen ?? row?.querySelector<HTMLElement>('input')
    field?.focus()
  }
  return { ref, current, go }
}

/** The browser keeps every letter, the server every pause. */
function useSaving(reference: string, value: Written, draft: ReturnType<typeof useDraft<Written>>) {
  const { scorecards: texts, say, formats } = useTexts()
  const version = useRef(value.version)
  const underWay = useRef<Promise<unknown>>(undefined)
  const [savedAt, setSavedAt] = useState<string>()
  const [hasFailed, setFailed] = useState(false)
  const [conflict, setConflict] = useState<number>()
  const { version: _, ...card } = value
  const written = JSON.stringify(card)
  const stored = useRef(written)
  useEffect(() => {
    if (!draft.isBegun || written === stored.current || conflict !== undefined) return
    const timer = setTimeout(async () => {
      await underWay.current
      const body = { ...(JSON.parse(written) as Omit<Written, 'version'>), version: version.current }
      underWay.current = api('PUT /submissions/:id/scorecard', { params: { id: reference }, body }).then(
        (saved) => {
          version.current = saved.version
          stored.current = written
          setSavedAt(saved.changedAt)
          setFailed(false)
        },
        (error) => {
          const theirs = currentIn<Card>(error)
          if (theirs) setConflict(theirs.version)
          else setFailed(true)
        },
      )
      await underWay.current
      // The next load starts from what the server has.
      draft.update((now) => ({ ...now, version: version.current }))
    }, SAVED_AFTER_MILLISECONDS)
    return () => clearTimeout(timer)
  }, [written, reference, draft, conflict])
  return {
    conflict,
    version: () => version.current,
    settle: async () => {
      await underWay.current
    },
    keepMine: () => {
      version.current = conflict ?? version.current
      stored.current = ''
      setConflict(undefined)
    },
    says: hasFailed ? texts.keptHere : savedAt ? say('scorecards.kept', { when: formats.time(savedAt) }) : texts.draft,
  }
}
