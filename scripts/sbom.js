// `npm run sbom`: the site's packages as a CycloneDX 1.5 bill of materials. docs/decisions/libraries.md says why not `npm sbom`.
import { readFileSync } from 'node:fs'
import { neededBy, shippedPackages } from './packages.js'

const project = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
const { packages } = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'))
const shipped = shippedPackages(packages)

const bill = {
  $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  version: 1,
  metadata: {
    component: {
      type: 'application',
      'bom-ref': referenceOf(''),
      name: project.name,
      version: project.version,
      licenses: licensesOf(project),
    },
  },
  components: shipped.map(toComponent),
  dependencies: ['', ...shipped].map((folder) => ({
    ref: referenceOf(folder),
    dependsOn: neededBy(packages, folder).map(referenceOf),
  })),
}
console.log(JSON.stringify(bill, null, 2))

function toComponent(folder) {
  const locked = packages[folder]
  const name = nameOf(folder)
  const { version, integrity = '' } = locked
  const [algorithm, hash = ''] = integrity.split('-')
  return {
    type: 'library',
    'bom-ref': referenceOf(folder),
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    hashes: [{ alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(hash, 'base64').toString('hex') }],
    licenses: licensesOf(locked),
  }
}

function referenceOf(folder) {
  return folder === '' ? `${project.name}@${project.version}` : `${folder}@${packages[folder].version}`
}

function licensesOf({ license }) {
  return license ? [{ expression: license }] : []
}

function nameOf(folder) {
  return folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length)
}
