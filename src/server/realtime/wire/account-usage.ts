import { Allowance } from '../limits.ts'

/** What one account may still use, over all of its sockets. */
export class AccountUsage {
  readonly id: string
  readonly joins = new Allowance()
  readonly events = new Allowance()
  readonly bytes = new Allowance()
  readonly rosters = new Allowance()

  constructor(id: string) {
    this.id = id
  }

  /** Nothing is used up: the server may forget it. */
  isFull(now: number): boolean {
    return [this.joins, this.events, this.bytes, this.rosters].every((allowance) => allowance.isFull(now))
  }
}
