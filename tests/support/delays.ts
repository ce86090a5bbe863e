import { Server, ServerResponse } from 'node:http'

/**
 * Imported before a run, delays some of the server's requests and answers, as a bad line does: a test that fails only then has met a race.
 * `NODE_OPTIONS="--import $PWD/tests/support/delays.ts" vitest run --project journeys`
 */
const share = 0.06
const longest = 1_500
/** All others, ms. */
const usual = 20

const later = (work: () => void) =>
  setTimeout(work, Math.random() * (Math.random() < share ? longest : usual))

type Method = (...args: unknown[]) => unknown
const methodOf = (owner: object, name: string) => Reflect.get(owner, name) as Method

const emit = methodOf(Server.prototype, 'emit')
Server.prototype.emit = function (...args: unknown[]) {
  if (args[0] !== 'request') return Boolean(Reflect.apply(emit, this, args))
  later(() => Reflect.apply(emit, this, args))
  return true
}

const end = methodOf(ServerResponse.prototype, 'end')
const delayed = new WeakSet<ServerResponse>()
ServerResponse.prototype.end = function (this: ServerResponse, ...args: unknown[]) {
  if (delayed.has(this)) Reflect.apply(end, this, args)
  else later(() => Reflect.apply(end, this, args))
  delayed.add(this)
  return this
}
