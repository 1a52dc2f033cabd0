import { describe, expect, it } from 'vitest'
import { chooseRecipeTitle, splitLines } from './recipe-dialog.tsx'
import { hasRecipe } from './slot-card.tsx'

const none = { name: 'Gravy', recipe_title: null, recipe_ingredients: null, recipe_instructions: null }

describe('A recipe', () => {
  it('exists as soon as one part of it does', () => {
    expect(hasRecipe(none)).toBe(false)
    expect(hasRecipe({ ...none, recipe_instructions: 'Stir.' })).toBe(true)
    expect(hasRecipe({ ...none, recipe_title: 'Gravy like a river' })).toBe(true)
  })

  it('is called like its dish when it has no name of its own', () => {
    expect(chooseRecipeTitle(none)).toBe('Gravy')
    expect(chooseRecipeTitle({ ...none, recipe_title: 'Gravy like a river' })).toBe('Gravy like a river')
  })

  it('is read line by line, without the marks that people type before them', () => {
    const texts = splitLines('- 2 cups stock\n\n* 1 onion\n1. Stir\n2) Wait\n 1 1/2 cups flour ').map(
      ({ text }) => text,
    )
    expect(texts).toEqual(['2 cups stock', '1 onion', 'Stir', 'Wait', '1 1/2 cups flour'])
    expect(splitLines(null)).toEqual([])
  })
})
