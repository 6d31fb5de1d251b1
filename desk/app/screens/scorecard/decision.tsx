import { useState } from 'react'
import { Link, useNavigate, useRevalidator } from 'react-router'
import { movesFrom } from '#domain/submissions/stages.ts'
import { classNames } from '#site/brand/class-names.ts'
import { api, currentIn } from '../../api.ts'
import { useDraft, useForgetDraft } from '../../parts/drafts.ts'
import { Body, Button, buttonClass, Head, Initial, Note, Row } from '../../parts/elements.tsx'
import { Choice, Field, TextField } from '../../parts/field.tsx'
import { FormContext, useAnnouncements, useSubmit } from '../../parts/work.tsx'
import { useSession } from '../../session.tsx'
import { DeclineDialog, type Declining } from '../../submissions/decline-dialog.tsx'
import { draftNames, useTakeBack } from '../../submissions/drafts-and-undo.ts'
import { type Stage, StageName, useColleagues, useTold } from '../../submissions/item.tsx'
import { useTexts } from '../../texts.tsx'
import { BackLink } from './back-link.tsx'
import { type Card, type Cards, criteriaOf, differ, ratingOf } from './card.ts'
import { StepDots } from './rating.tsx'
import styles from './scorecard.module.css'

/** Side by side, without averages: a few people are too few for one. */
export function Decision({ cards: { own, others, about } }: { cards: Cards }) {
  const { scorecards: texts, say, language } = useTexts()
  const { can } = useSession()
  const shown = [...(own?.sentAt ? [own] : []), ...others]
  const criteria = criteriaOf(shown)
  const apart = criteria.filter((criterion) => differ(shown, criterion))
  return (
    <>
      <Head title={say('scorecards.cards', { count: shown.length })} note={<BackLink about={about} />} />
      <Body className={styles.page}>
        <div className={styles.criteria}>
          {apart.length > 0 && (
            <Note
              title={say('scorecards.apart', {
                criterion: apart.map(({ name }) => name[language]).join(language === 'ar' ? '، ' : ', '),
              })}
            >
              {texts.apartText}
            </Note>
          )}
          {shown.length === 0 && <p className="second">{texts.noneSent}</p>}
          {shown.length > 0 && <Comparison cards={shown} criteria={criteria} />}
          {shown.length > 0 && <p className="muted small">{texts.noAverage}</p>}
          {own?.waivedAt && <p className="muted small">{texts.waivedNote}</p>}
          {own?.sentAt && <Addition own={own} reference={about.reference} />}
        </div>
        <aside className={styles.aside}>
          <section>
            <h2 className="h3">{texts.decision}</h2>
            <p className="second small">
              <StageName stage={about.stage} />
            </p>
            {can('submissions.move') ? (
              <Decide about={about} />
            ) : (
              <Link className={buttonClass()} to={`/inbox/${about.reference}`}>
                {texts.back}
              </Link>
            )}
          </section>
          <section>
            <h2 className="h3">{texts.readers}</h2>
            <p className="second small">{texts.readersText}</p>
          </section>
        </aside>
      </Body>
    </>
  )
}

function Comparison({ cards, criteria }: { cards: Card[]; criteria: Card['criteria'] }) {
  const { scorecards: texts, language } = useTexts()
  const { nameOf } = useColleagues()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be within reach of the keyboard
    <section className={styles.scroller} aria-label={texts.comparison} tabIndex={0}>
      <table className={styles.comparison}>
        <thead>
          <tr>
            <th scope="col">{texts.criterion}</th>
            {cards.map(({ id, authorId }) => (
              <th key={id} scope="col">
                <span className={styles.author}>
                  <Initial name={nameOf(authorId)} /> <bdi>{nameOf(authorId)}</bdi>
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {criteria.map((criterion) => (
            <tr key={criterion.id} className={classNames(differ(cards, criterion) && styles.apart)}>
              <th scope="row" dir="auto">
                {criterion.name[language]}
              </th>
              {cards.map((card) => (
                <td key={card.id}>
                  <Rated card={card} criterion={criterion} />
                </td>
              ))}
            </tr>
          ))}
          <tr>
            <th scope="row">{texts.recommendation}</th>
            {cards.map(({ id, recommendation, summary }) => (
              <td key={id}>
                {recommendation !== null && (
                  <>
                    <StepDots step={recommendation} />
                    <b>{texts.recommendations[recommendation]}</b>
                  </>
                )}
                {summary && <Quoted>{summary}</Quoted>}
              </td>
            ))}
          </tr>
          {cards.some(({ additions }) => additions.length > 0) && (
            <tr>
              <th scope="row">{texts.added}</th>
              {cards.map(({ id, additions }) => (
                <td key={id}>
                  {additions.map(({ at, text }) => (
                    <Quoted key={at}>{text}</Quoted>
                  ))}
                </td>
              ))}
            </tr>
          )}
        </tbody>
      </table>
    </section>
  )
}

function Rated({ card, criterion }: { card: Card; criterion: Card['criteria'][number] }) {
  const { scorecards: texts } = useTexts()
  const { step, evidence } = ratingOf(card, criterion)
  if (step === null || step === 0) return <span className="muted">{texts.steps[0]}</span>
  return (
    <>
      <StepDots step={step} />
      <span>{texts.steps[step]}</span>
      {evidence && <Quoted>{evidence}</Quoted>}
    </>
  )
}

const Quoted = ({ children }: { children: string }) => (
  <q className={styles.quoted} dir="auto">
    {children}
  </q>
)

function Addition({ own, reference }: { own: Card; reference: string }) {
  const { scorecards: texts } = useTexts()
  const { revalidate } = useRevalidator()
  const form = useSubmit()
  const draft = useDraft(`scorecard addition ${reference}`, () => ({ text: '' }))
  const add = () =>
    form.submit(async () => {
      const body = { version: own.version, text: draft.value.text }
      await api('POST /submissions/:id/scorecard/additions', { params: { id: reference }, body })
      draft.forget()
      await revalidate()
    }, texts.addedNow)
  return (
    <form
      className={styles.addition}
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}
    >
      <FormContext value={form}>
        <TextField
          label={texts.add}
          hint={texts.addHint}
          rows={2}
          maxLength={2000}
          dir="auto"
          {...draft.field('text')}
        />
      </FormContext>
      {form.failure && <Note kind="wrong">{form.failure}</Note>}
      <Row>
        <Button
          type="submit"
          small
          busy={form.isBusy}
          blocked={draft.value.text.trim() === '' && texts.add}
          label={texts.addButton}
        />
      </Row>
    </form>
  )
}

const DECISIONS = { offer: 'offer', interview: 'interview', declined: 'decline' } as const
type Decided = keyof typeof DECISIONS

/** The reason goes into the record, for the team alone. */
function Decide({ about }: { about: Cards['about'] }) {
  const { scorecards: texts, say, submissions: words } = useTexts()
  const announcements = useAnnouncements()
  const takeStepBack = useTakeBack()
  const forgetDraft = useForgetDraft()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const tells = useTold()
  const form = useSubmit()
  const { reference, kind, stage, version, name, language } = about
  const possible = (Object.keys(DECISIONS) as Decided[]).filter((to) => movesFrom(kind, stage).includes(to))
  const [chosen, setChosen] = useState<Decided>(possible[0] ?? 'offer')
  const draft = useDraft(`decision ${reference}`, () => ({ why: '' }))
  const [isDeclining, setDeclining] = useState(false)
  if (possible.length === 0) return <p className="second small">{texts.nothingToDecide}</p>
  const perform = (to: Stage, declining?: Declining) =>
    form.submit(async () => {
      try {
        const why = draft.value.why.trim()
        const { undo } = await api('PUT /submissions/:id/stage', {
          params: { id: reference },
          body: { stage: to, version, ...(why && { why }), ...declining },
        })
        draft.forget()
        const restore = declining && forgetDraft(draftNames.decline(reference))
        setDeclining(false)
        await navigate(`/inbox/${reference}`)
        const text = say('board.moved', { name, stage: words.stages[to] })
        if (!undo) return announcements.show(text)
        announcements.offerUndo({
          text,
          async undo() {
            await takeStepBack(undo)
            restore?.()
          },
        })
      } catch (error) {
        // A colleague has moved it meanwhile: the reason stays here.
        if (currentIn(error)) await revalidate()
        throw error
      }
    })
  const decide = () => (chosen === 'declined' ? setDeclining(true) : void perform(chosen))
  const options = Object.fromEntries(
    possible.map((to) => [to, { name: texts.decisions[DECISIONS[to]].name, text: tells(to) }]),
  ) as Record<Decided, { name: string; text: string }>
  return (
    <form
      className={styles.decide}
      onSubmit={(event) => {
        event.preventDefault()
        decide()
      }}
    >
      <FormContext value={form}>
        <Choice
          legend={texts.decision}
          name="decision"
          look="cards"
          value={chosen}
          onChange={setChosen}
          options={options}
        />
        <Field label={texts.why} hint={texts.whyHint} maxLength={1000} dir="auto" {...draft.field('why')} />
      </FormContext>
      {form.failure && !isDeclining && <Note kind="wrong">{form.failure}</Note>}
      <Button type="submit" look="primary" busy={form.isBusy} label={texts.decide} />
      <p className="muted small">{texts.decideNote}</p>
      {isDeclining && (
        <DeclineDialog
          name={name}
          about={draftNames.decline(reference)}
          language={language}
          form={form}
          onClose={() => setDeclining(false)}
          onReopen={() => setDeclining(true)}
          onDecline={(given) => perform('declined', given)}
        />
      )}
    </form>
  )
}
