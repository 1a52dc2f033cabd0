import type { Allergen, Allergens } from '@ultimate/events/dinner/allergens.ts'
import type { SlotFields } from '@ultimate/events/dinner/slot.ts'
import { newSlot } from '@ultimate/events/dinner/slots/slot-schema.ts'

type Recipe = readonly [title: string, ingredients: string, instructions: string]

/** `[dish, what to bring, places, recipe]`. */
const dishes: readonly (readonly [name: string, description: string, places: number, recipe?: Recipe])[] = [
  ['Mashed potatoes', 'A deep tray, with butter on top.', 10],
  [
    'Sweet potato casserole',
    'Marshmallows or pecans: both have friends.',
    8,
    [
      'The casserole that ended the marshmallow war',
      '3 lb sweet potatoes\n1/2 cup brown sugar\n1/2 cup butter\n2 eggs\n1 cup pecans\n1 bag marshmallows',
      'Boil and mash the potatoes with butter, eggs and half of the sugar.\n' +
        'Pecans and the rest of the sugar on the left half, marshmallows on the right.\n' +
        'Bake at 350 °F for 35 minutes. Put a spoon in the middle and step back.',
    ],
  ],
  [
    'Green bean casserole',
    'With the crispy onions in a bag of their own.',
    8,
    [
      'Green beans, layout style',
      '2 lb green beans\n2 cans cream of mushroom soup\n1 cup milk\n2 cups crispy onions',
      'Mix everything but the onions. Bake at 350 °F for 25 minutes, onions on top for the last five.',
    ],
  ],
  ['Stuffing', 'Vegetarian, please: the turkey brings its own.', 8],
  ['Mac and cheese', 'Two trays vanish in four minutes. Bring two.', 10],
  [
    'Cranberry sauce',
    'Not from the can, or from the can with pride.',
    6,
    [
      'Cranberry hammer',
      '12 oz cranberries\n1 cup sugar\n1 orange\n1 cinnamon stick',
      'Everything into a pot with a cup of water, orange zest and juice included.\n' +
        'Simmer until the berries pop, about twelve minutes. It thickens as it cools.',
    ],
  ],
  ['Collard greens', 'Low and slow.', 6],
  [
    'Cornbread',
    'Cut into squares, so that the line keeps moving.',
    8,
    [
      'Cast iron cornbread',
      '2 cups cornmeal\n1 cup flour\n2 cups buttermilk\n2 eggs\n1/2 cup butter',
      'Heat the skillet in the oven at 425 °F with the butter in it. Pour the batter in, bake 22 minutes.',
    ],
  ],
  ['Dinner rolls', 'Four dozen, with butter.', 8],
  ['Green salad', 'Dressing apart.', 6],
  ['Fruit salad', 'No bananas: they do not survive the drive.', 4],
  ['Gravy', 'One vegetarian, one not. Say which.', 4],
  ['Pumpkin pie', 'Whipped cream is a love language.', 8],
  [
    'Pecan pie',
    'Mind the shells.',
    6,
    [
      'Pecan pie, stall five',
      '1 crust\n2 cups pecans\n3 eggs\n1 cup corn syrup\n1 cup sugar\n1 tsp vanilla',
      'Whisk, pour over the pecans, bake at 350 °F for an hour. It is done when it stops wobbling before you do.',
    ],
  ],
  ['Banana pudding', 'In something that closes.', 6],
  ['Vegan main', 'So that everybody eats.', 6],
]

/** `[job, what it is, servers]`, each at every one of the times. */
const jobs: readonly (readonly [name: string, description: string, servers: number])[] = [
  ['Carving', 'Turkey and ham. We have the knives.', 2],
  ['Buffet line', 'Keep the spoons in their trays, and the line friendly.', 3],
]
const times = ['18:00', '18:30', '19:00', '19:30', '20:00', '20:30'] as const

export const demoSlots: readonly SlotFields[] = [
  ...dishes.map(([name, description, places, [title, ingredients, instructions] = ['', '', '']]) =>
    newSlot.parse({
      name,
      description,
      category: 'dishes',
      max_signups: places,
      recipe_title: title,
      recipe_ingredients: ingredients,
      recipe_instructions: instructions,
    }),
  ),
  ...times.flatMap((time_slot) =>
    jobs.map(([name, description, servers]) =>
      newSlot.parse({ name, description, category: 'serving', max_signups: servers, time_slot }),
    ),
  ),
]

const holds = (listed: Allergen[], other = ''): Allergens => ({ listed, other })

const usual: Readonly<Record<string, Allergens>> = {
  'Mashed potatoes': holds(['milk']),
  'Sweet potato casserole': holds(['milk', 'eggs', 'tree nuts']),
  'Green bean casserole': holds(['milk', 'wheat', 'soy']),
  Stuffing: holds(['wheat'], 'celery'),
  'Mac and cheese': holds(['milk', 'wheat'], 'mustard'),
  Cornbread: holds(['milk', 'eggs', 'wheat']),
  'Dinner rolls': holds(['milk', 'wheat', 'sesame']),
  'Pumpkin pie': holds(['milk', 'eggs', 'wheat']),
  'Pecan pie': holds(['eggs', 'tree nuts', 'wheat']),
  'Banana pudding': holds(['milk', 'eggs']),
  'Vegan main': holds(['peanuts', 'soy']),
}

/** Two of three people who bring a dish name what is usually in it. */
export const demoAllergens = (dish: string, order: number): Allergens | undefined =>
  order % 3 === 1 ? undefined : usual[dish]

/** None of these people exists. */
export const demoVolunteers: readonly string[] = [
  'Alma Whitfield',
  'Bo Larkspur',
  'Cass Underhill',
  'Delia Moncrief',
  'Ezra Pike',
  'Fern Okonkwo',
  'Gil Trujillo',
  'Hope Sandoval-Reyes',
  'Ira Kettle',
  'Jo Bramble',
  'Kit Aldridge',
  'Lena Fairweather',
  'Moss Delgado',
  'Nell Osei',
  'Orrin Blythe',
  'Paz Winslow',
  'Quill Abara',
  'Rue Castellan',
  'Sol Hargrove',
  'Tansy Boudreaux',
]
