import { useEffect, useState } from 'react'
import { useLoaderData } from 'react-router'
import { PageHead } from '../../../components/headings/page-head.tsx'
import { inBrowser, onServer } from '../../../load.ts'
import { useRoot } from '../../../root.tsx'
import { answerPost } from '../../../submissions/answer-post.server.ts'
import { type PageHandle, useTexts } from '../../../texts.tsx'
import styles from './coming-soon.module.css'
import { Countdown } from './countdown.tsx'
import { Open } from './open.tsx'
import { isOpenAt, OPENS_AT } from './time-left.ts'

export const handle: PageHandle = {
  texts: ['coming-soon', 'forms', 'form-errors'],
  callToAction: false,
  ground: 'cinnabar',
}

/** Later than the date is as good as the date, so that the page is the same for everyone once the wait is over. */
const load = async () => ({ now: Math.min(Date.now(), OPENS_AT) })
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

export const action = answerPost

export default function ComingSoon() {
  const { meta } = useTexts('coming-soon')
  const now = useNow()
  return (
    <div className={isOpenAt(now) ? styles.open : styles.counting}>
      <PageHead title={meta.title} description={meta.description} />
      <div className={`wrap ${styles.page}`}>
        {isOpenAt(now) ? <Open /> : <Countdown now={now} />}
        <SocialLinks />
      </div>
    </div>
  )
}

/** The server's clock draws the page; the visitor's takes over when it wakes, and stops once the wait is over. */
function useNow() {
  const [now, setNow] = useState(useLoaderData<typeof loader>().now)

  useEffect(() => {
    let nextTick: ReturnType<typeof setTimeout>
    const tick = () => {
      const current = Date.now()
      setNow(current)
      if (!isOpenAt(current)) nextTick = setTimeout(tick, (OPENS_AT - current) % SECOND || SECOND)
    }
    tick()
    return () => clearTimeout(nextTick)
  }, [])

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
