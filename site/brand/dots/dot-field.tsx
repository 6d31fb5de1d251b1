import { Crowd } from './crowd.tsx'

type DotFieldProps = { count: number; columns?: number; rows?: number; className?: string }

export function DotField({ count, columns = 28, rows = 24, className }: DotFieldProps) {
  return <Crowd count={count} columns={columns} rows={rows} from="ground" radius={3.7} className={className} />
}
