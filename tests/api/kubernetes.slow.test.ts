import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { SHUTDOWN_MILLISECONDS } from '#server/http/shutdown.ts'
import { SETTING_NAMES } from '#settings/settings.ts'

const root = path.resolve(import.meta.dirname, '../..')
const manifest = readFileSync(path.join(root, 'deploy/kubernetes.yml'), 'utf8')
const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
const resources = parseAllDocuments(manifest).map((document) => document.toJSON())

/** Names in kubernetes-models, which exports no schemas by themselves. */
const SCHEMAS: Record<string, string> = {
  'v1 ConfigMap': 'CoreV1ConfigMap',
  'batch/v1 Job': 'BatchV1Job',
  'apps/v1 Deployment': 'AppsV1Deployment',
  'v1 Service': 'CoreV1Service',
  'policy/v1 PodDisruptionBudget': 'PolicyV1PodDisruptionBudget',
}

type Validate = ((resource: object) => boolean) & { errors: object[] | null }

const schemaOf = (kind: string): Validate =>
  createRequire(import.meta.url)(path.join(root, `node_modules/kubernetes-models/_schemas/IoK8sApi${SCHEMAS[kind]}.js`))
    .validate

test('every resource has the fields that Kubernetes knows, and no other', () => {
  expect(resources.map(({ apiVersion, kind }) => `${apiVersion} ${kind}`).sort()).toEqual(Object.keys(SCHEMAS).sort())
  for (const resource of resources) {
    const validate = schemaOf(`${resource.apiVersion} ${resource.kind}`)
    const read = new Set<string>()
    validate(noting(resource, read))
    expect(validate.errors).toBeNull()
    // Kubernetes ignores a misspelt field without a word: its schema never reads it.
    expect([...pathsIn(resource)].filter((place) => !read.has(place))).toEqual([])
  }
})

const find = (kind: string) => resources.find((resource) => resource.kind === kind)

test('its settings are ones that there are, and its image is of this version', () => {
  for (const name of Object.keys(find('ConfigMap').data)) expect(SETTING_NAMES).toContain(name)
  for (const name of [...manifest.matchAll(/--from-literal=(\w+)=/g)].map(([, setting]) => setting))
    expect(SETTING_NAMES).toContain(name)
  for (const [, tag] of manifest.matchAll(/image: \S+:(\S+)$/gm)) expect(tag).toBe(version)
})

test('a pod has longer to end than the site needs, and is left out before it stops', () => {
  const { spec } = find('Deployment').spec.template
  expect(spec.terminationGracePeriodSeconds * 1000).toBeGreaterThan(SHUTDOWN_MILLISECONDS + 5_000)
  expect(spec.containers[0].lifecycle.preStop.exec.command.join(' ')).toContain('5000')
  expect(spec.containers[0].readinessProbe.httpGet.path).toBe('/healthz')
})

/** Notes which fields are read. */
function noting<Value extends object>(value: Value, read: Set<string>, place = ''): Value {
  return new Proxy(value, {
    get(target, name) {
      const found = Reflect.get(target, name)
      const at = `${place}/${String(name)}`
      read.add(at)
      return typeof found === 'object' && found !== null ? noting(found, read, at) : found
    },
  })
}

function* pathsIn(value: object, place = ''): Generator<string> {
  for (const [name, each] of Object.entries(value)) {
    yield `${place}/${name}`
    if (typeof each === 'object' && each !== null) yield* pathsIn(each, `${place}/${name}`)
  }
}
