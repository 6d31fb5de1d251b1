import { WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useRevalidator } from 'react-router'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { useTexts } from '../texts.tsx'
import styles from './offline.module.css'

/** While the browser knows that it has no connection. */
export function OfflineBar() {
  const { offline } = useTexts('shell')
  const { revalidate } = useRevalidator()
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  if (isOnline) return null
  return (
    <div className={styles.bar} role="alert">
      <Icon of={WifiOff} />
      <p>
        <b>{offline.title}</b> {offline.text}
      </p>
      <Button small onClick={() => revalidate()}>
        {offline.tryNow}
      </Button>
    </div>
  )
}

function subscribe(listen: () => void) {
  addEventListener('online', listen)
  addEventListener('offline', listen)
  return () => {
    removeEventListener('online', listen)
    removeEventListener('offline', listen)
  }
}
