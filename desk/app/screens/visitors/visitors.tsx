import { Link2 } from 'lucide-react'
import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { LIFETIMES } from '#contract/lifetimes.ts'
import { nameOfSource } from '#contract/sources.ts'
import { api, type ResultOf } from '../../api.ts'
import { Body, Button, Empty, Head, Ltr, Note, Table } from '../../parts/elements.tsx'
import { Filter, useFilters } from '../../parts/filters.tsx'
import {
  BarPlot,
  Definitions,
  FunnelSteps,
  OverTime,
  PeriodChoices,
  Plot,
  PlotColumns,
  readPeriod,
} from '../../parts/plot.tsx'
import {
  BigFigure,
  BigFigures,
  countPerDot,
  Dots,
  MAX_DOTS_IN_BAR,
  MAX_DOTS_IN_FUNNEL,
  Share,
  TooFew,
} from '../../parts/plots.tsx'
import { useTexts } from '../../texts.tsx'
import { CampaignLinkDialog } from './campaign-link-dialog.tsx'
import { PAGE_NAMES } from './page-names.ts'
import styles from './visitors.module.css'

type Figures = ResultOf<'GET /visitors'>

const USUAL_DAYS = '30'

export async function loader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const language = searchParams.get('language') ?? undefined
  const query = { ...readPeriod(searchParams, USUAL_DAYS), language: language as 'en' | 'ar' | undefined }
  return { figures: await api('GET /visitors', { query, signal: request.signal }) }
}

export function Component() {
  const { figures } = useLoaderData<typeof loader>()
  const { visitors: texts, say } = useTexts()
  const shown = { figures }
  const [isMakingLink, setMakingLink] = useState(false)
  const isEmpty = figures.views === 0 && figures.forms.every(({ sent }) => sent === 0)
  const terms = Object.entries(texts.terms).map(([key, { name, text }]) => ({
    name,
    text: key === 'kept' ? say('visitors.terms.kept.text', { months: LIFETIMES.visitorMonths }) : text,
  }))
  return (
    <>
      <Head
        title={texts.title}
        note={texts.note}
        actions={
          <>
            <Choices {...shown} />
            {figures.homes && (
              <Button
                className={styles.makeLink}
                icon={Link2}
                onClick={() => setMakingLink(true)}
                label={texts.campaignLink.open}
              />
            )}
          </>
        }
      />
      <Body>
        {!figures.isCounted && <Note title={texts.off}>{texts.offText}</Note>}
        {isEmpty ? (
          <Empty fill="hollow" title={texts.empty} text={texts.emptyText} />
        ) : (
          <>
            <Overview {...shown} />
            <Note title={texts.explained}>{texts.explanation}</Note>
            <PlotColumns>
              <div>
                <Visits {...shown} />
                <Forms {...shown} />
                <LanguagesAndDevices {...shown} />
              </div>
              <div>
                <Pages {...shown} />
                <Sources {...shown} />
                <Campaigns {...shown} />
              </div>
            </PlotColumns>
          </>
        )}
        <Definitions terms={terms} />
      </Body>
      {isMakingLink && figures.homes && (
        <CampaignLinkDialog
          homes={figures.homes}
          pages={[...Object.keys(PAGE_NAMES), ...figures.pages.flatMap(({ page }) => page ?? [])]}
          campaigns={figures.campaigns.rows.map(({ name }) => name)}
          onClose={() => setMakingLink(false)}
        />
      )}
    </>
  )
}

interface Shown {
  figures: Figures
}

function Choices({ figures }: Shown) {
  const { visitors: texts } = useTexts()
  const [address, change] = useFilters()
  return (
    <PeriodChoices shown={figures} usualDays={USUAL_DAYS} periods={texts.periods}>
      <Filter
        label={texts.bothLanguages}
        value={address.get('language')}
        onChange={(language) => change({ language })}
        options={Object.entries(texts.languageNames)}
      />
    </PeriodChoices>
  )
}

function Overview({ figures }: Shown) {
  const { visitors: texts, say, formats } = useTexts()
  const { visits, views, before, forms, languages, devices } = figures
  const sumOf = (step: 'seen' | 'sent') => forms.reduce((all, form) => all + form[step], 0)
  const arabic = languages.find(({ language }) => language === 'ar')?.count ?? 0
  const phones = devices.find(({ device }) => device === 'phone')?.count ?? 0
  return (
    <BigFigures>
      <BigFigure
        figure={formats.number(visits)}
        label={texts.visits}
        note={before === null ? undefined : say('visitors.before', { count: before })}
      />
      <BigFigure
        figure={formats.number(views)}
        label={texts.views}
        note={visits === 0 ? undefined : say('visitors.perVisit', { count: Math.round((views / visits) * 10) / 10 })}
      />
      <BigFigure
        figure={formats.number(sumOf('sent'))}
        label={texts.sent}
        note={say('visitors.ofSeen', { count: sumOf('seen') })}
      />
      <BigFigure
        figure={views === 0 ? null : formats.percent(arabic / views)}
        label={texts.inArabic}
        note={visits === 0 ? undefined : say('visitors.onPhone', { share: formats.percent(phones / visits) })}
      />
    </BigFigures>
  )
}

function Visits({ figures: { periods, unit } }: Shown) {
  const { visitors: texts } = useTexts()
  return (
    <OverTime
      title={texts.overTime}
      dot="visitors.oneVisit"
      name={`visits-by-${unit}`}
      columns={[texts.visits, texts.views]}
      periods={periods.map(({ from, until, visits, views }) => ({ from, until, counts: [visits, views] }))}
    />
  )
}

const STEPS = ['seen', 'begun', 'sent'] as const

function Forms({ figures: { forms } }: Shown) {
  const { visitors: texts } = useTexts()
  const per = countPerDot(
    forms.flatMap(({ seen, begun, sent }) => [seen, begun, sent]),
    MAX_DOTS_IN_FUNNEL,
  )
  return (
    <Plot
      title={texts.forms}
      per={per}
      dot="visitors.oneView"
      csv={{
        name: 'forms',
        rows: [
          [texts.form, ...STEPS.map((step) => texts.steps[step])],
          ...forms.map(({ form, ...counts }) => [texts.formNames[form], ...STEPS.map((step) => counts[step])]),
        ],
      }}
    >
      {forms.map(({ form, ...counts }) => (
        <section key={form} aria-label={texts.formNames[form]}>
          <h3 className="h4">{texts.formNames[form]}</h3>
          <FunnelSteps
            per={per}
            steps={STEPS.map((step, place) => {
              const former = STEPS[place - 1]
              return {
                key: step,
                label: texts.steps[step],
                count: counts[step],
                // Forms are also sent from browsers that are not counted.
                note: former && counts[former] > 0 && counts[step] <= counts[former] && (
                  <>
                    <Share count={counts[step]} of={counts[former]} /> {texts.ofThose}
                  </>
                ),
              }
            })}
          />
        </section>
      ))}
      <p className="muted small">{texts.begunNote}</p>
    </Plot>
  )
}

function LanguagesAndDevices({ figures: { languages, devices } }: Shown) {
  const { visitors: texts, reports } = useTexts()
  const bars = [
    ...languages.map(({ language, count }) => ({ key: language, name: texts.languageNames[language], count })),
    ...devices.map(({ device, count }) => ({ key: device, name: texts.devices[device], count })),
  ]
  return (
    <BarPlot
      title={texts.languages}
      dot="visitors.oneView"
      name="languages-and-devices"
      columns={[reports.column, texts.views]}
      bars={bars}
    >
      <p className="muted small">{texts.byPages}</p>
    </BarPlot>
  )
}

function Pages({ figures: { pages, pageCount } }: Shown) {
  const { visitors: texts, language, say } = useTexts()
  const nameOf = ({ page, title }: Figures['pages'][number]) => {
    if (page === null) return texts.otherPages
    const key = PAGE_NAMES[page]
    return title?.[language] ?? (key && texts.pageNames[key])
  }
  return (
    <BarPlot
      title={texts.pages}
      dot="visitors.oneView"
      name="pages"
      columns={[texts.page, 'URL', texts.times]}
      bars={pages.map((each) => {
        const { page, count } = each
        const name = nameOf(each) ?? ''
        const label = (
          <>
            {name && <bdi>{name} </bdi>}
            {page !== null && (
              <span className="muted small">
                <Ltr>{page}</Ltr>
              </span>
            )}
          </>
        )
        return { key: page ?? '', name, label, count, cells: [name, page, count] }
      })}
    >
      {pageCount > pages.length && (
        <p className="muted small">{say('visitors.pagesCut', { count: pages.length, all: pageCount })}</p>
      )}
    </BarPlot>
  )
}

function Sources({ figures: { sources } }: Shown) {
  const { visitors: texts, submission, say } = useTexts()
  const { rows, others } = sources
  const nameOf = (source: string) => (source ? nameOfSource(source, submission.sourceNames) : texts.direct)
  const few = { key: 'others', name: say('visitors.few', { names: others.names }), count: others.count }
  return (
    <BarPlot
      title={texts.sources}
      dot="visitors.oneVisit"
      name="sources"
      columns={[texts.source, texts.visits]}
      bars={[
        ...rows.map(({ name, count }) => ({ key: `source ${name}`, name: nameOf(name), count })),
        ...(others.names > 0 ? [few] : []),
      ]}
    />
  )
}

function Campaigns({ figures: { campaigns } }: Shown) {
  const { visitors: texts, reports, formats, say } = useTexts()
  const { rows, others } = campaigns
  const few = say('visitors.fewCampaigns', { names: others.names })
  const per = countPerDot(
    rows.map(({ count }) => count),
    MAX_DOTS_IN_BAR,
  )
  const names = [texts.campaign, texts.visits, texts.sent]
  return (
    <Plot
      title={texts.campaigns}
      per={per}
      dot="visitors.oneVisit"
      csv={{
        name: 'campaigns',
        rows: [
          names,
          ...rows.map(({ name, count, sent }) => [name, count, sent ?? reports.tooFew]),
          ...(others.names > 0 ? [[few, others.count, null]] : []),
        ],
      }}
    >
      {rows.length === 0 ? (
        <p>{texts.noCampaigns}</p>
      ) : (
        <Table caption={texts.campaigns} columns={[...names, reports.share]}>
          {rows.map(({ name, count, sent }) => (
            <tr key={name}>
              <td>
                <bdi>{name}</bdi>
                <Dots count={count} per={per} />
              </td>
              <td>{formats.number(count)}</td>
              <td>{sent === null ? <TooFew /> : formats.number(sent)}</td>
              <td>{sent === null ? <TooFew /> : formats.percent(sent / count)}</td>
            </tr>
          ))}
        </Table>
      )}
      {others.names > 0 && (
        <p className="muted small">
          {few}: {formats.number(others.count)}
        </p>
      )}
      <p className="muted small">{texts.campaignNote}</p>
    </Plot>
  )
}
