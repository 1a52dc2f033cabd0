import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { Announcements, showAnnouncements, useAnnouncementsStore } from './announcements.tsx'

const rain = { id: 'rain', text: 'Rain: wait in the tent.', level: 'warning', until: null } as const
const lunch = { id: 'lunch', text: 'Lunch is ready.', level: 'info', until: '2999-11-22T18:00:00.000Z' } as const
const texts = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent)

afterEach(() => {
  cleanup()
  localStorage.clear()
  useAnnouncementsStore.setState({ inForce: [], dismissed: [] })
})

describe('Announcements', () => {
  it('are no region of a page while there are none', () => {
    render(<Announcements />)
    expect(screen.queryByRole('region', { name: 'Announcements' })).toBeNull()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('are read out: warnings at once, others when the reader pauses', () => {
    showAnnouncements([rain, lunch])
    render(<Announcements />)
    expect(screen.getByRole('alert').textContent).toContain(rain.text)
    expect(screen.getByRole('status').textContent).toContain(lunch.text)
  })

  it('are stored for the next visit until the server has none', () => {
    showAnnouncements([rain])
    expect(JSON.parse(localStorage.getItem('announcements') ?? '')).toEqual([rain])
    showAnnouncements([])
    expect(localStorage.getItem('announcements')).toBeNull()
  })

  it('stay away once they are dismissed, also when the server lists them again, and pass the focus on', async () => {
    showAnnouncements([rain, lunch])
    render(<Announcements />)
    const [first] = screen.getAllByRole('button', { name: 'Dismiss this announcement' })
    if (first) await userEvent.click(first)
    expect(texts()).toEqual([lunch.text])
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Dismiss this announcement')
    act(() => showAnnouncements([lunch, rain]))
    expect(texts()).toEqual([lunch.text])
    expect(localStorage.getItem('dismissed-announcements')).toBe('["rain"]')
    act(() => showAnnouncements([lunch]))
    expect(localStorage.getItem('dismissed-announcements')).toBe('[]')
  })

  it('are not shown once they have ended', () => {
    showAnnouncements([{ ...lunch, until: '2020-11-22T18:00:00.000Z' }, rain])
    render(<Announcements />)
    expect(texts()).toEqual([rain.text])
  })
})
