import { Allowance } from '../allowance.ts'

export class AccountUsage {
  readonly id: string
  readonly joins = new Allowance()
  readonly events = new Allowance()
  readonly bytes = new Allowance()
  readonly rosters = new Allowance()

  constructor(id: string) {
    this.id = id
  }

  isFull(now: number): boolean {
    return [this.joins, this.events, this.bytes, this.rosters].every((allowance) => allowance.isFull(now))
  }
}
