import { useEffect, useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { PageHead } from '../../../components/headings/page-head.tsx'
import { siteRequest } from '../../../request-context.ts'
import { answerPost } from '../../../submissions/answer-post.server.ts'
import { useUnsentResult } from '../../../submissions/use-form.ts'
import { type PageHandle, useFacts, useTexts } from '../../../texts.tsx'
import { useRoot } from '../../../use-root.ts'
import styles from './coming-soon.module.css'
import { Countdown } from './countdown.tsx'
import { Open } from './open.tsx'

export const handle: PageHandle = {
  texts: ['coming-soon', 'forms', 'form-errors'],
  facts: ['countdown'],
  callToAction: false,
  ground: 'cinnabar',
}

/** Later than the date is as good as the date, so that the page is the same for everyone once the wait is over. */
export const loader = async ({ context }: LoaderFunctionArgs) => ({
  now: Math.min(Date.now(), context.get(siteRequest).pageTexts.facts.countdown.opensAt),
})
export const clientLoader = async () => ({ now: Date.now() })

export const action = answerPost

export default function ComingSoon() {
  const { meta } = useTexts('coming-soon')
  const { opensAt } = useFacts('countdown')
  const now = useNow(opensAt)
  const isOpen = now >= opensAt
  return (
    <div className={isOpen ? styles.open : styles.counting}>
      <PageHead {...meta} result={useUnsentResult()} />
      <div className={`wrap ${styles.page}`}>
        {isOpen ? <Open /> : <Countdown now={now} />}
        <SocialLinks />
      </div>
    </div>
  )
}

/** The server's clock draws the page; the visitor's takes over when it wakes, and stops once the wait is over. */
function useNow(opensAt: number) {
  const [now, setNow] = useState(useLoaderData<typeof loader>().now)

  useEffect(() => {
    let nextTick: ReturnType<typeof setTimeout>
    const tick = () => {
      const current = Date.now()
      setNow(current)
      if (current < opensAt) nextTick = setTimeout(tick, (opensAt - current) % SECOND || SECOND)
    }
    tick()
    return () => clearTimeout(nextTick)
  }, [opensAt])

  return now
}

const SECOND = 1000

function SocialLinks() {
  const { follow } = useTexts('coming-soon')
  const links = useRoot().contactInfo?.social_links
  if (!links?.length) return null
  return (
    <div className={styles.social}>
      <p id="follow">{follow}</p>
      <ul aria-labelledby="follow">
        {links.map(({ name, url }) => (
          <li key={url}>
            <a href={url}>{name}</a>
          </li>
        ))}
      </ul>
    </div>
  )
}
