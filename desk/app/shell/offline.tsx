import { WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useRevalidator } from 'react-router'
import { Button, Icon } from '../parts/elements.tsx'
import { useTexts } from '../texts.tsx'
import styles from './offline.module.css'

export function OfflineBar() {
  const { shell } = useTexts()
  const { revalidate } = useRevalidator()
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  if (isOnline) return null
  return (
    <div className={styles.bar} role="alert">
      <Icon of={WifiOff} />
      <p>
        <b>{shell.offline.title}</b> {shell.offline.text}
      </p>
      <Button small onClick={() => revalidate()}>
        {shell.offline.tryNow}
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
