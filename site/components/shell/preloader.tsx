import { useEffect, useState } from 'react'
import { useNavigation } from 'react-router'
import { LoaderWord } from '../../brand/words/loader-word.tsx'
import { useTexts } from '../../page-context.tsx'
import styles from './preloader.module.css'

const PATIENCE_MILLISECONDS = 200
/** By then the request has timed out: show the old page again. */
const MAX_MILLISECONDS = 20_000

export function Preloader() {
  const isVisible = useIsWaiting()
  const { loading } = useTexts('states')
  return (
    <>
      <p className="vh" role="status">
        {isVisible ? loading : ''}
      </p>
      {isVisible && (
        <div className={styles.preloader} aria-hidden="true">
          <div className={styles.word} dir="ltr">
            <LoaderWord />
          </div>
        </div>
      )}
    </>
  )
}

function useIsWaiting() {
  const isUnderWay = useNavigation().state === 'loading'
  const [isWaiting, setIsWaiting] = useState(false)
  useEffect(() => {
    if (!isUnderWay) return
    const show = setTimeout(setIsWaiting, PATIENCE_MILLISECONDS, true)
    const hide = setTimeout(setIsWaiting, MAX_MILLISECONDS, false)
    return () => {
      clearTimeout(show)
      clearTimeout(hide)
      setIsWaiting(false)
    }
  }, [isUnderWay])
  return isWaiting
}
