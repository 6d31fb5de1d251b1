import { Dot } from '../../brand/dots/dot.tsx'
import { ButtonLink } from '../../components/controls.tsx'
import { Breadcrumbs, Title } from '../../components/headings.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { type PageHandle, usePageNames, useTexts } from '../../page-context.tsx'
import { useResult } from '../../submissions/use-form.ts'
import styles from '../career-apply/career-apply.module.css'
import { CareerForm } from '../career-apply/career-form.tsx'
import { SendingPanel } from '../career-apply/sending-panel.tsx'
import { useCareerApplication } from '../career-apply/use-career-application.ts'
import { answerPost, headersOfPost } from '../own-page.ts'

export const handle: PageHandle = {
  texts: ['general-application', 'career-apply', 'forms', 'form-errors'],
  closing: 'careers',
}

export const action = answerPost
export const headers = headersOfPost

const ADDRESS = '/general-application'

/** Product 2.6.5: for people whom no open job suits. */
export default function GeneralApplication() {
  const texts = useTexts('general-application')
  const { sentReference, underWay, refused, initial, cancelled, edit } = useCareerApplication(ADDRESS)
  return (
    <>
      <PageHead {...texts.meta} result={useResult('career-application', ADDRESS)} address={ADDRESS} />
      {underWay || sentReference ? (
        <>
          <Trail>
            <p className={styles.job}>
              <Dot />
              {texts.crumb}
            </p>
          </Trail>
          <SendingPanel entry={underWay} sentReference={sentReference} onEdit={edit} />
        </>
      ) : (
        <>
          <Trail>
            <div className={styles.title}>
              <Title size="d2" text={texts.title} />
              <div>
                <p className="lead">{texts.lead}</p>
                <div className={styles.acts}>
                  <ButtonLink look="ghost" to="/jobs">
                    {texts.jobs}
                  </ButtonLink>
                </div>
              </div>
            </div>
          </Trail>
          <div className={`wrap ${styles.page}`}>
            <CareerForm key={refused ? 'refused' : 'first'} page={ADDRESS} initial={initial} cancelled={cancelled} />
          </div>
        </>
      )}
    </>
  )
}

function Trail({ children }: { children: React.ReactNode }) {
  const pages = usePageNames()
  const { crumb } = useTexts('general-application')
  return (
    <div className={`wrap ${styles.head}`}>
      <Breadcrumbs trail={[{ name: pages.jobs, to: '/jobs' }, { name: crumb }]} />
      {children}
    </div>
  )
}
