import { useEffect, useState } from 'react'
import type { OpeningHours } from '#contract/entities.ts'
import { Dot } from '../../brand/dots/dot.tsx'
import { hoursByDays, useOpeningHoursInWords } from '../../components/contact/opening-hours.tsx'
import { useTexts } from '../../page-context.tsx'
import styles from './hours.module.css'
import { type OfficeMoment, officeMoment } from './office-moment.ts'

/** The page is cached, so the browser decides whether the office is open now. */
export function Hours({ of: openingHours, timeZone }: { of: OpeningHours[]; timeZone: string }) {
  const texts = useTexts('contact')
  const inWords = useOpeningHoursInWords()
  const [moment, setMoment] = useState<OfficeMoment>()
  useEffect(() => {
    const look = () => setMoment(officeMoment(openingHours, timeZone, new Date()))
    look()
    const looking = setInterval(look, ONE_MINUTE)
    return () => clearInterval(looking)
  }, [openingHours, timeZone])

  return (
    <div className={styles.hours}>
      <h2>
        {texts.hours}
        {moment && (
          <span className={moment.isOpen ? styles.open : styles.closed}>
            <Dot />
            {moment.isOpen ? texts.openNow : texts.closedNow}
          </span>
        )}
      </h2>
      <table>
        <tbody>
          {hoursByDays(openingHours).map((hours) => {
            const { days, times } = inWords(hours)
            return (
              <tr key={days} className={moment && hours.days.includes(moment.weekday) ? styles.today : undefined}>
                <th scope="row">{days}</th>
                <td>{times}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

const ONE_MINUTE = 60_000
