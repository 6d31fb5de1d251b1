import { execFileSync } from 'node:child_process'
import { onTestFinished, type TestContext } from 'vitest'

/** Mounts a small file system at the folder for the running test, or skips the test. */
export function mountSmallDisk(folder: string, size: string, skip: TestContext['skip']): void {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    skip('This test needs to mount a small file system and may not')
  }
  onTestFinished(() => void execFileSync('umount', [folder]))
}
