import { useEffect, useRef } from 'react'
import { dialled } from '../../../shared/hotlines.ts'
import { refreshHotlines, useHotlines } from '../../domain/safety/hotlines.ts'
import styles from './Helplines.module.css'

export function Helplines() {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (!list.current) return undefined
    // A copy older than a day is refreshed when the lines come into view, not with every page.
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return
      observer.disconnect()
      refreshHotlines()
    })
    observer.observe(list.current)
    return () => observer.disconnect()
  }, [])
  return (
    <ul ref={list} className={`bare-list ${styles.lines}`}>
      {useHotlines().map(({ id, name, note, numbers }) => (
        <li key={id}>
          <span>
            <span lang="en">{name}</span>, {note}
          </span>
          {numbers.map((number) => (
            <a key={number} href={dialled(number)}>
              {number}
            </a>
          ))}
          {/* It is free from landlines in Luzon only. */}
          {numbers.includes('1553') && <small>(1553: landline sa Luzon)</small>}
        </li>
      ))}
    </ul>
  )
}
