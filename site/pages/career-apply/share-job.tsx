import { type MouseEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Job } from '#contract/entities.ts'
import { addressOfJob } from '#contract/page-addresses.ts'
import { useDay } from '../../components/prose/day.tsx'
import { useTexts } from '../../page-context.tsx'
import { useAbsoluteAddress } from '../../structured-data/structured-data.tsx'
import styles from './career-apply.module.css'

/** Both links open a mail; an awake page shares or copies the address instead, where the browser can. */
export function ShareJob({ job }: { job: Job }) {
  const { share, copied, toMe } = useTexts('career-apply').share
  const sentence = useTranslations('career-apply')
  const { companyName: company } = useTexts('shell')
  const dayOf = useDay()
  const address = useAbsoluteAddress()(addressOfJob(job))
  const [isCopied, setCopied] = useState(false)
  const text = sentence('share.text', { job: job.title, company, date: dayOf(job.closes_on) })
  const mail = `mailto:?subject=${encodeURIComponent(job.title)}&body=${encodeURIComponent(`${text}\n${address}`)}`

  const shareOrCopy = async (event: MouseEvent) => {
    event.preventDefault()
    const shared = { title: job.title, url: address }
    // Closing the browser's own dialog is no failure.
    if (navigator.canShare?.(shared)) return navigator.share(shared).catch(() => {})
    try {
      await navigator.clipboard.writeText(address)
      setCopied(true)
    } catch {
      location.assign(mail)
    }
  }

  return (
    <>
      <a className={styles.act} href={mail} onClick={shareOrCopy}>
        {share}
      </a>
      <a className={styles.act} href={mail}>
        {toMe}
      </a>
      <span role="status">{isCopied && copied}</span>
    </>
  )
}
