// `npm run pack-release`: one archive of the built site with its packages, for this platform and this major version of Node.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { currentId, filesBelow, release } from './builds.js'
import { DRIVER_FOR_NODE_20, isDriverNeeded, shippedPackages } from './packages.js'
import { root } from './root.js'
import { build, install } from './set-up.js'

const [option, given, ...others] = process.argv.slice(2)
if ((option !== undefined && option !== '--to') || (option && !given) || others.length > 0) {
  console.error('npm run pack-release [-- --to FOLDER]')
  process.exit(2)
}
const target = path.resolve(root, given ?? 'release')
/** The only folder of the archive, so that a Dockerfile and a unit know its name. */
const folder = path.join(target, 'nuqta')
const FILES = ['package.json', 'LICENSE', 'CHANGELOG.md', '.env.example', 'content', 'deploy', 'docs']
const SCRIPTS = ['start', 'command', 'builds', 'environment', 'packages', 'root', 'set-up']

await install()
await build()
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
for (const name of FILES) copy(name)
for (const name of SCRIPTS) copy(`scripts/${name}.js`)
writeFileSync(path.join(folder, 'start.js'), "import './scripts/start.js'\n")
copyBuild()
for (const place of packages()) copyPackage(place)
writeFileSync(path.join(folder, 'sbom.cdx.json'), execFileSync(process.execPath, [path.join(root, 'scripts/sbom.js')]))
writeFileSync(path.join(folder, 'SHA256SUMS'), checksums())
console.log(pack())

function copy(name, options = {}) {
  cpSync(path.join(root, name), path.join(folder, name), { recursive: true, ...options })
}

function copyBuild() {
  const id = currentId()
  copy(`build/${id}`, { filter: (from) => path.basename(from) !== 'in-use' })
  symlinkSync(id, path.join(folder, 'build/current'), 'dir')
}

/** As `npm ci --omit=dev` would install them here; without the driver of another Node. */
function packages() {
  const { packages: locked } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'))
  return shippedPackages(locked)
    .filter((place) => existsSync(path.join(root, place)))
    .filter((place) => isDriverNeeded || place !== `node_modules/${DRIVER_FOR_NODE_20}`)
}

/** Packages below it have places of their own. */
function copyPackage(place) {
  const own = path.join(root, place)
  copy(place, {
    filter: (from) => {
      const inside = path.relative(own, from)
      return inside !== 'node_modules' && !inside.endsWith('.map')
    },
  })
}

function checksums() {
  return filesBelow(folder, { hidden: true })
    .map((file) => `${hashOf(file)}  ${path.relative(folder, file)}\n`)
    .join('')
}

function hashOf(file) {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}

/** With the same owner, times and order everywhere: the same sources make the same archive. */
function pack() {
  const major = process.versions.node.split('.')[0]
  const archive = path.join(
    target,
    `nuqta-${release().replace('+', '-')}-${process.platform}-${process.arch}-node${major}.tar.gz`,
  )
  const same = ['--sort=name', '--mtime=@0', '--owner=0', '--group=0', '--numeric-owner']
  execFileSync('tar', [...same, '--use-compress-program=gzip -n', '-cf', archive, '-C', target, 'nuqta'])
  rmSync(folder, { recursive: true })
  writeFileSync(`${archive}.sha256`, `${hashOf(archive)}  ${path.basename(archive)}\n`)
  return archive
}
