import { Component, type ReactNode, type RefObject } from 'react'
import { findFirst } from '../../../lib/find-first.ts'

/** Rows that are remembered below the edge: one of them remains when others are removed. */
const anchors = 6

type Anchor = { row: Element; top: number }
type ScrollerProps = {
  box: RefObject<HTMLDivElement | null>
  /** The place at the last scroll: measuring it at each message would force a layout. */
  place: RefObject<Place>
  className: string | undefined
  label: string
  isLoading: boolean
  children: ReactNode
}

/** `top`: 0 at the end, negative above it. */
export type Place = { top: number; height: number }

/** A reader within 24 px of the end counts as at the end. */
export const isAtEnd = ({ top }: Place): boolean => top > -24

/**
 * Scrolls from its end: its content lies in a reversed column, so rows that come at the end, a keyboard that opens, and earlier rows above
 * move nothing. Away from the end the first visible row keeps its place at every change. A class, because only a class can measure before
 * the change.
 */
export class Scroller extends Component<ScrollerProps, object, readonly Anchor[]> {
  override getSnapshotBeforeUpdate(): readonly Anchor[] {
    const { current: box } = this.props.box
    if (!box || isAtEnd(this.props.place.current)) return []
    const { top: edge } = box.getBoundingClientRect()
    const rows = [...box.querySelectorAll('[data-message]')]
    const first = findFirst(rows, (row) => row.getBoundingClientRect().bottom > edge)
    return rows.slice(first, first + anchors).map((row) => ({ row, top: row.getBoundingClientRect().top }))
  }

  override componentDidUpdate(_props: ScrollerProps, _state: object, before: readonly Anchor[]): void {
    const {
      box: { current: box },
      place,
    } = this.props
    if (!box) return
    const anchor = before.find(({ row }) => row.isConnected)
    const moved = anchor ? anchor.row.getBoundingClientRect().top - anchor.top : 0
    if (moved !== 0) box.scrollTop += moved
    // Nearly at the end counts as there.
    else if (before.length === 0 && place.current.top !== 0) box.scrollTop = 0
  }

  override render(): ReactNode {
    const { box, className, label, isLoading, children } = this.props
    return (
      // It announces nothing itself (use-announced.ts): read aloud in full, a busy room would never end.
      <div ref={box} className={className} role="log" aria-live="off" aria-label={label} data-scroller="">
        {/* Another one when the messages take the place of the bones: one that grew would count as a layout shift. */}
        <div key={String(isLoading)}>{children}</div>
      </div>
    )
  }
}
