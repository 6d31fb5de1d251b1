import { useEffect, useState } from 'react'
import { OfficeMap } from '../../brand/scenes/office-map.tsx'
import { Button, ButtonAnchor } from '../../components/controls.tsx'
import { useTexts } from '../../page-context.tsx'
import styles from './office-on-map.module.css'

/** A drawing until the visitor asks for the map: the map's host learns of nobody else. */
export function OfficeOnMap({ address, mapUrl }: { address: string; mapUrl: string }) {
  const texts = useTexts('contact').map
  const [isAsked, setAsked] = useState(false)
  const [isAwake, setAwake] = useState(false)
  useEffect(() => setAwake(true), [])
  return (
    <section className={styles.map} aria-label={texts.label}>
      {isAsked ? (
        <iframe className={styles.real} src={mapUrl} title={texts.frame} referrerPolicy="no-referrer" />
      ) : (
        <>
          <div className={styles.canvas} dir="ltr">
            <OfficeMap nile={texts.nile} className={styles.drawing} />
            <div className={styles.pin}>
              <i />
            </div>
          </div>
          <div className={styles.card}>
            <h2 className="d5">{texts.title}</h2>
            <p>{address}</p>
            {isAwake ? (
              <Button onClick={() => setAsked(true)}>{texts.load}</Button>
            ) : (
              <ButtonAnchor href={mapUrl} rel="noreferrer">
                {texts.load}
              </ButtonAnchor>
            )}
            <small>{texts.note}</small>
          </div>
        </>
      )}
    </section>
  )
}
