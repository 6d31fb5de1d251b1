import http from 'node:http'

/** Delays `scripts`, API `calls` or `fonts` at the server, as LATE says; a test that fails then relies on speed. */
const DELAYS = {
  scripts: { addresses: /^\/assets\/[^?]*\.js/, milliseconds: 800 },
  calls: { addresses: /^\/api\//, milliseconds: 500 },
  fonts: { addresses: /\.woff2/, milliseconds: 800 },
}

const wanted = (process.env.LATE ?? '').split(',').map((name) => {
  if (!DELAYS[name]) throw new Error(`LATE: ${name} is none of ${Object.keys(DELAYS).join(', ')}`)
  return DELAYS[name]
})

const { emit } = http.Server.prototype
http.Server.prototype.emit = function (event, ...parts) {
  const delay = event === 'request' && wanted.find(({ addresses }) => addresses.test(parts[0].url))
  if (!delay) return emit.call(this, event, ...parts)
  setTimeout(() => emit.call(this, event, ...parts), delay.milliseconds)
  return true
}
