import { useMemo } from 'react'
import { encode } from 'uqr'
import styles from './door.module.css'

/** Drawn locally, because it holds a secret. Dark on light, or phones cannot read it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    const { data } = encode(text, { border: 1 })
    const modules = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    return { size: data.length, path: modules.join('') }
  }, [text])
  return (
    <svg
      className={styles.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} fill="#11141b" />
    </svg>
  )
}
