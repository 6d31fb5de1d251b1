import type { ReactNode } from 'react'
import { isRouteErrorResponse, useLocation } from 'react-router'
import { type PageHandle, useTexts } from '../../page-context.tsx'
import { ChatButton } from '../contact/ways-to-reach.tsx'
import { ButtonAnchor, ButtonLink, ButtonRow } from '../controls.tsx'
import { Title } from '../headings.tsx'
import { PageHead } from '../page-head.tsx'
import styles from './error-page.module.css'
import { NotFoundPage, notFoundHandle } from './not-found-page.tsx'

export function ErrorPage({ error }: { error: unknown }) {
  return isNotFound(error) ? <NotFoundPage /> : <FailurePage />
}

export const errorPageHandle = (error: unknown): PageHandle => (isNotFound(error) ? notFoundHandle : failureHandle)

export const failureHandle: PageHandle = { texts: [], closing: 'none' }

const isNotFound = (error: unknown) => isRouteErrorResponse(error) && error.status === 404

function FailurePage() {
  const texts = useTexts('failure')
  const { pathname, search } = useLocation()
  return (
    <Failure role="alert" meta={texts.meta} title={texts.title} text={texts.text}>
      {/* A plain link: it asks the server anew. */}
      <ButtonAnchor href={pathname + search}>{texts.tryAgain}</ButtonAnchor>
      <ChatButton />
    </Failure>
  )
}

export function EndedPreviewPage({ title, detail }: { title: string; detail: string }) {
  const { home } = useTexts('not-found')
  return (
    <Failure meta={{ title, description: detail }} title={`${title}.`} text={detail}>
      <ButtonLink to="/">{home}</ButtonLink>
    </Failure>
  )
}

interface FailureProps {
  role?: 'alert'
  meta: { title: string; description: string }
  title: string
  text: string
  children: ReactNode
}

function Failure({ role, meta, title, text, children }: FailureProps) {
  return (
    <section className={`wrap ${styles.failure}`} role={role}>
      <PageHead {...meta} hidden />
      <ScatteringDot />
      <div className={styles.text}>
        <Title size="d1 d1--s" text={title} />
        <p className="lead">{text}</p>
        <ButtonRow>{children}</ButtonRow>
      </div>
    </section>
  )
}

function ScatteringDot() {
  return (
    <svg className={styles.scattering} viewBox="0 0 560 240" aria-hidden="true">
      {SCATTERED.map(({ x, y, radius, isWhole }) => (
        <path
          key={`${x} ${y}`}
          d={`M${x} ${y - radius}l${radius} ${radius}-${radius} ${radius}-${radius}-${radius}z`}
          fill={isWhole ? 'var(--ink)' : 'none'}
          stroke={isWhole ? 'none' : 'var(--edge)'}
        />
      ))}
      <path d="M536 106l14 14-14 14-14-14z" fill="var(--dot)" />
    </svg>
  )
}

const SCATTERED = Array.from({ length: 100 }, (_, index) => {
  const [i, j] = [Math.floor(index / 10), index % 10]
  const across = i + j
  const drift = Math.max(0, across - 6)
  const wave = Math.sin(index * 2.4)
  return {
    x: Math.round(20 + across * 11 + drift ** 2 * 1.9),
    y: Math.round(120 + (i - j) * 11 + wave * drift * 3.2),
    radius: Math.round(9 - drift * 0.4),
    isWhole: across < 11,
  }
})
