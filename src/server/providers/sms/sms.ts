/** An SMS. */
export type Text = {
  /** E.164 without the plus sign. */
  phone: string
  text: string
}

export type Sms = {
  /** Resolves when the gateway has accepted the SMS, or the file is written. Rejects with `SmsError`. */
  send(text: Text): Promise<void>
  /** Deletes the files of these numbers. A gateway keeps its own. */
  forget(phones: readonly string[]): Promise<void>
}
