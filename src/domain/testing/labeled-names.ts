import type { WeightLabel } from '../weight-labels.ts';

/** A product name with labels that are right or at least possible, and with labels that are wrong. */
export interface LabeledName {
  name: string;
  category: string | null;
  tags: string[];
  right: WeightLabel[];
  wrong: WeightLabel[];
}

/*
 * Names from a real menu, with some other spellings: name | category | tags | right | wrong. A label is right if name and
 * tags state it. If they state nothing, a label is wrong only if such a product cannot have it.
 */
const TABLE = `
Black Ice - Vaporizer Cartridge | Carts | Volume = 1.5G |  | Ounce, 0.5g Cart, 2g Cart
Afgoo (Afgooey / Afghooey) - Vaporizer Cartridge | Carts | Volume = 1.5G |  | Pre-Roll, 2g Cart, 1g Cart
Skywalker OG - Vaporizer Cartridge | Carts | Volume = 1.5G |  | Pre-Roll, 2g Cart, 0.5g Cart
Master Kush - Vaporizer Cartridge | Carts | Volume = 1.5G |  | Pre-Roll, 0.5g Cart, 1g Cart
Everest Bud - Vaporizer Cartridge | Carts | Volume = .5G | 0.5g Cart | Pre-Roll, 1g Cart, 2g Cart
The True OG - Vaporizer Cartridge | Carts | Volume = .5G | 0.5g Cart | Eighth, 1g Cart, 2g Cart
Ogre Berry - Vaporizer Cartridge | Carts | Volume = 1.5G |  | Pre-Roll, 2g Cart, 1g Cart
Orange Crush - Vaporizer Cartridge | Carts | Volume = 1G | 1g Cart, Gram | Eighth, 2g Cart, 0.5g Cart
Shiskeberry (Shiskaberry) - Vaporizer Cartridge | Carts | Volume = .5G | 0.5g Cart | Pre-Roll, 2g Cart, 1g Cart
Harlequin - Vaporizer Cartridge | Carts | Volume = 1G | 1g Cart, Gram | 100mg, 0.5g Cart, 2g Cart
Durban Poison - Vaporizer Cartridge | Carts | Volume = .5G | 0.5g Cart | 100mg, 2g Cart, 1g Cart
Huckleberry Kush - Vaporizer Cartridge | Carts | Volume = 1G | 1g Cart, Gram | 100mg, 2g Cart, 0.5g Cart
Jesus OG - Vaporizer Cartridge | Carts | Volume = 2G | 2g Cart, Two Grams | Eighth, 0.5g Cart, 1g Cart
Hawaiian Haze Plum - Vaporizer Cartridge | Carts | Volume = .5G | 0.5g Cart | Ounce, 1g Cart, 2g Cart
Sativa - Vaporizer Cartridge | Carts | Volume = 1.5G |  | 100mg, 0.5g Cart, 2g Cart
Platinum OG Kush - Vaporizer Cartridge | Carts | Volume = 2G | 2g Cart, Two Grams | Ounce, 0.5g Cart, 1g Cart
SFV OG - Vaporizer Cartridge | Carts | Volume = 1G | 1g Cart, Gram | Ounce, 0.5g Cart, 2g Cart
Hybrid - Vaporizer Cartridge | Carts | Volume = 1.5G |  | Pre-Roll, 1g Cart, 0.5g Cart
All of The Above (AOTA) - Vaporizer Cartridge | Carts | Volume = 1.5G |  | 100mg, 1g Cart, 0.5g Cart
Blue Dream - Vaporizer Cartridge | Carts | Volume = .5G | 0.5g Cart | Ounce, 1g Cart, 2g Cart
Citrix - Vaporizer Cartridge | Carts | Volume = .5G | 0.5g Cart | Ounce, 2g Cart, 1g Cart
Blue Dragon - Vaporizer Cartridge | Carts | Volume = 1.5G |  | Pre-Roll, 1g Cart, 0.5g Cart
Root Beer Kush - Vaporizer Cartridge | Carts | Volume = 1G | 1g Cart, Gram | 100mg, 0.5g Cart, 2g Cart
Sensi Star - Vaporizer Cartridge | Carts | Volume = 2G | 2g Cart, Two Grams | Pre-Roll, 1g Cart, 0.5g Cart
Girl Scout Cookies - Vaporizer Cartridge | Carts | Volume = .5G | 0.5g Cart | Pre-Roll, 1g Cart, 2g Cart
Grapefruit Kush - Vaporizer Disposable | Disposables | Volume = 1.5G |  | Quarter, 1g Cart, 2g Cart
Godfather - Vaporizer Disposable | Disposables | Volume = 1.5G |  | Pre-Roll, 0.5g Cart, 2g Cart
Green Crack - Vaporizer Disposable | Disposables | Volume = 1.5G |  | Eighth, 0.5g Cart, 2g Cart
Lemon Jack - Vaporizer Disposable | Disposables | Volume = 1.5G |  | 100mg, 1g Cart, 0.5g Cart
Bubba Kush - Vaporizer Disposable | Disposables | Volume = 1G | 1g Cart, Gram | Ounce, 0.5g Cart, 2g Cart
1:1 CBD - Vaporizer Disposable | Disposables | Volume = 2G | 2g Cart, Two Grams | Pre-Roll, 0.5g Cart, 1g Cart
Blackberry - Vaporizer Disposable | Disposables | Volume = 1.5G |  | Eighth, 2g Cart, 1g Cart
Bruce Banner - Vaporizer Disposable | Disposables | Volume = .5G | 0.5g Cart | Quarter, 1g Cart, 2g Cart
Calm And Quiet - Small Dogs (5 Pack) | Flower | Breakdown = 14G | Half Ounce, 5-Pack | Quarter, Eighth, 10-Pack
Skunk Haze - Hash | Flower | Breakdown = Pound | Pound | Ounce, Quarter, 500mg
Rub a Bud Bud | Flower | Breakdown = 28G | Ounce | Half Ounce, Eighth, 1g Cart
Viper City OG - Hash | Flower | Breakdown = 14G | Half Ounce | Quarter, Pound, Pre-Roll
Lost Coast OG - Hash | Flower | Breakdown = 7G | Quarter | Gram, Ounce, 5-Pack
OG Tooth - Hash | Flower | Breakdown = 14G | Half Ounce | Quarter, Eighth, Pre-Roll
OG Kush - Hash | Flower | Breakdown = Pound | Pound | Quarter, Gram, 500mg
Kashmir Kush - Honeycomb | Flower | Breakdown = 28G | Ounce | Gram, Pound, 5-Pack
Diamond OG - Hash | Flower | Breakdown = 28G | Ounce | Gram, Quarter, 5-Pack
Super Silver Haze (SSH) - Honeycomb | Flower | Breakdown = 28G | Ounce | Gram, Quarter, 5-Pack
Calm And Quiet - Medium Dogs (5 Pack) | Flower | Breakdown = 28G | Ounce, 5-Pack | Quarter, Pound, 10-Pack
Zilla OG - Hash | Flower | Breakdown = 3.5G | Eighth | Gram, Quarter, Pre-Roll
Bangi Haze - Hash | Flower | Breakdown = 14G | Half Ounce | Quarter, Eighth, 1g Cart
Fire OG Kush - Hash | Flower | Breakdown = Pound | Pound | Ounce, Gram, 1g Cart
Pineapple Haze - Honeycomb | Flower | Breakdown = 14G | Half Ounce | Ounce, Quarter, 1g Cart
Larry OG Kush - Hash | Flower | Breakdown = 14G | Half Ounce | Pound, Ounce, 1g Cart
CBD Enriched Wellness Dog Biscuits - 2 Week | Flower | Breakdown = 28G | Ounce | Gram, Eighth, Pre-Roll
Stop The Itch - Medium Dogs (5 Pack) | Flower | Breakdown = 28G | Ounce, 5-Pack | Pound, Eighth, 10-Pack
Underdawg OG - Hash | Flower | Breakdown = 7G | Quarter | Half Ounce, Ounce, Pre-Roll
Fire OG Kush - Honeycomb | Flower | Breakdown = 14G | Half Ounce | Eighth, Gram, 5-Pack
Bubba Kush SuperBud | Flower | Breakdown = 28G | Ounce | Quarter, Pound, 500mg
Up And Moving - Small Dogs (30 Pack) | Flower | Breakdown = Pound | Pound | Half Ounce, Ounce, 10-Pack
Cinderella 99 - Pre-roll | Pre-rolls |  | Pre-Roll, Gram | 2g Cart
Violeta G Stik - Pre-roll | Pre-rolls |  | Pre-Roll, Gram | 0.5g Cart
Sativa - Pre-roll | Pre-rolls |  | Pre-Roll, Gram | 2g Cart
Preroll - Pre-roll | Pre-rolls |  | Pre-Roll, Gram | 1g Cart
Grandpa Larry - 3 Pack - Pre-roll | Pre-rolls |  |  | Pre-Roll, 5-Pack, 2-Pack
Yoda - 3 Pack - Pre-roll | Pre-rolls |  |  | Pre-Roll, 5-Pack, 2-Pack
Star Dawg - Pre-roll | Pre-rolls |  | Pre-Roll, Gram | 0.5g Cart
Grape Stomper - Pre-roll | Pre-rolls |  | Pre-Roll, Gram | 0.5g Cart
J-27 Cones - 12 pack - Pre-roll | Pre-rolls |  |  | Pre-Roll, 5-Pack, 2-Pack
Indica Blend - 5 Pack - Pre-roll | Pre-rolls |  | 5-Pack | Pre-Roll, 10-Pack, 2-Pack
Supernaturals - Outdoor Cherry Pie - Pre-roll | Pre-rolls |  | Pre-Roll, Gram | 1g Cart
Pre Rolls - 12 Pack With 25% Ice Water Hash - Pre-roll | Pre-rolls |  |  | Pre-Roll, 5-Pack, 2-Pack
Sour Diesel - Pre-roll | Pre-rolls |  | Pre-Roll, Gram | 0.5g Cart
Vanilla 800mg - Pre-roll | Pre-rolls |  | Pre-Roll | Two Grams, 500mg
Sno-Cones - Premium Flowers & California Sap CO2 Oil & Kief - Pre-roll | Pre-rolls |  | Pre-Roll, Gram | 2g Cart
Pineapple 800mg  - Pre-roll | Pre-rolls |  | Pre-Roll | Two Grams, 500mg
Cavi Cone - Grape - Pre-roll | Pre-rolls |  | Pre-Roll, Gram | 0.5g Cart
OG Kush - Pre-roll | Pre-rolls |  | Pre-Roll, Gram | 1g Cart
XJ-13 - Pre-roll | Pre-rolls |  | Pre-Roll, Gram | 2g Cart
Cannatonic - Pre-roll | Pre-rolls |  | Pre-Roll, Gram | 0.5g Cart
Grapefruit Rom - Pre-roll | Pre-rolls |  | Pre-Roll, Gram | 0.5g Cart
White Russian - Pre-roll | Pre-rolls |  | Pre-Roll, Gram | 2g Cart
Strawberry Cough - Pre-roll | Pre-rolls |  | Pre-Roll, Gram | 2g Cart
Illuminatus Red - Pre-roll | Pre-rolls |  | Pre-Roll, Gram | 1g Cart
12 Pack Minis Hybrid - Pre-roll | Pre-rolls |  |  | Pre-Roll, 5-Pack, 2-Pack
Blue Dream - Pre-roll | Pre-rolls |  | Pre-Roll, Gram | 2g Cart
Jean Carlos Magar - Gold Edition 2G - Pre-roll | Pre-rolls |  | Pre-Roll, Two Grams | Gram, Eighth
Purple Kush - Pre-roll | Pre-rolls |  | Pre-Roll, Gram | 1g Cart
Medusa - Pre-roll | Pre-rolls |  | Pre-Roll, Gram | 1g Cart
Pineapple Express - Pre-roll | Pre-rolls |  | Pre-Roll, Gram | 1g Cart
J-27 Cone - Pre-roll | Pre-rolls |  | Pre-Roll, Gram | 1g Cart
Pre Rolls - 12 Pack - Pre-roll | Pre-rolls |  |  | Pre-Roll, 5-Pack, 2-Pack
Sensi Star - Pre-roll | Pre-rolls |  | Pre-Roll, Gram | 2g Cart
Gorilla Glue #4 - Pre-roll | Pre-rolls |  | Pre-Roll, Gram | 2g Cart
Gravity - Pre-roll | Pre-rolls |  | Pre-Roll, Gram | 0.5g Cart
Platinum GSC w/Sour Diesel Rosin - Pre-roll | Pre-rolls |  | Pre-Roll, Gram | 1g Cart
Great Gatsby OG Minis - Pre-roll | Pre-rolls |  | Pre-Roll, Gram | 0.5g Cart
Choo Choo .85G - Pre-roll | Pre-rolls |  | Pre-Roll | Two Grams, 500mg
12 Pack Minis 50/50 Blend - Pre-roll | Pre-rolls |  |  | Pre-Roll, 5-Pack, 2-Pack
Purple - Pre-roll | Pre-rolls |  | Pre-Roll, Gram | 2g Cart
Chocolate Chew - CBD 25mg | Edibles | Formulation = Chocolate |  | 250mg, 100mg, Quarter
Coconut & Almond Brownie (250mg) | Edibles |  | 250mg | 100mg, 1000mg, 1g Cart
Caramel Cheesecake Brownie (1000mg) | Edibles |  | 1000mg | 100mg, 500mg, Eighth
Fruit Punch Gummies (900mg) | Edibles | Formulation = Candy |  | 1000mg, 100mg, Ounce
Fruit Punch - Sativa (300mg) | Edibles | Formulation = Drink |  | 100mg, 250mg, Eighth
Peppermint Patty (60mg) | Edibles | Formulation = Candy |  | 500mg, 250mg, Pre-Roll
Lemon Drops (100mg) | Edibles | Formulation = Candy | 100mg | 250mg, 500mg, Eighth
Gummies - 300mg - Strawberry Banana Rings | Edibles | Formulation = Candy |  | 100mg, 500mg, Eighth
THC Infused Coffee - O-Cup (50mg) | Edibles | Formulation = Drink |  | 1000mg, 100mg, Eighth
Milky Almond Dream (160mg) | Edibles | Formulation = Chocolate |  | 100mg, 250mg, Gram
Sparkling Red Currant - 40mg | Edibles | Formulation = Drink |  | 500mg, 1000mg, Pre-Roll
Peach Banana Rings (500mg) | Edibles | Formulation = Candy | 500mg | 250mg, 100mg, Quarter
Chocolate Bars (1260mg) - Indica - Toffee Milk Chocolate with Caramel | Edibles | Formulation = Chocolate |  | 1000mg, 500mg, Gram
Sour Bubblegum Bottles (100mg) | Edibles | Formulation = Candy | 100mg | 250mg, 1000mg, Pre-Roll
Blueberry Mango Gum Drops (5mg) | Edibles | Formulation = Candy |  | 100mg, 250mg, Quarter
Rainbow Belts Indica - 400mg | Edibles | Formulation = Candy |  | 100mg, 250mg, 1g Cart
Endocann CBD Softgels (25mg CBD) | Edibles | Formulation = Pill |  | 500mg, 1000mg, 1g Cart
Lemon Cookie (1000mg) | Edibles |  | 1000mg | 500mg, 250mg, Eighth
White Rum (420mg) - Sativa | Edibles | Formulation = Chocolate |  | 500mg, 250mg, 1g Cart
Sour Apple Belts (250mg) | Edibles | Formulation = Candy | 250mg | 1000mg, 500mg, 1g Cart
Sour Watermelons Indica - 300mg | Edibles | Formulation = Candy |  | 500mg, 1000mg, Quarter
Tree Hugger Cinnamon Maple Extra Strength (300mg) | Edibles | Formulation = Snack |  | 1000mg, 250mg, Ounce
Fruit Punch Gummies (420mg) | Edibles | Formulation = Candy |  | 1000mg, 500mg, Ounce
Hard Candy (200mg) | Edibles | Formulation = Candy |  | 500mg, 100mg, Pre-Roll
Chocolate Brownie 200mg Sativa | Edibles |  |  | 100mg, 500mg, Eighth
Suckers (120mg) - Orange Creamsicle | Edibles | Formulation = Candy |  | 1000mg, 100mg, Ounce
Peanut Brittle (100mg) | Edibles | Formulation = Candy | 100mg | 1000mg, 250mg, Gram
Tree Hugger Tangy BBQ (100mg) | Edibles | Formulation = Snack | 100mg | 250mg, 1000mg, Eighth
Salted Toffee Brownie (250mg) | Edibles |  | 250mg | 500mg, 100mg, Gram
Mondo Bread - Choco Chips 30mg | Edibles |  |  | 1000mg, 500mg, Ounce
Death Valley Spice Bar (180mg) - Sativa | Edibles | Formulation = Chocolate |  | 250mg, 1000mg, 1g Cart
Marshmallows - Tangerine Dream (1040mg) | Edibles | Formulation = Snack |  | 500mg, 100mg, 1g Cart
Pastel Peanuts (100mg) | Edibles | Formulation = Candy | 100mg | 500mg, 250mg, Quarter
Sour Molly Ranchers (70mg) - Sour Apple | Edibles | Formulation = Candy |  | 100mg, 250mg, Quarter
Blueberry Sour Belts Indica - 300mg | Edibles | Formulation = Candy |  | 250mg, 500mg, Ounce
Milk Chocolate (180mg) - Indica | Edibles | Formulation = Chocolate |  | 500mg, 250mg, Ounce
Instant Release Capsules - 25mg | Edibles | Formulation = Pill |  | 1000mg, 500mg, 1g Cart
Dank Toffee (100mg) | Edibles | Formulation = Candy | 100mg | 1000mg, 250mg, Eighth
EdiPuffs (250mg) | Edibles | Formulation = Candy | 250mg | 500mg, 1000mg, 1g Cart
Toasted Rooster - 84mg | Edibles | Formulation = Chocolate |  | 100mg, 250mg, Pre-Roll
Rainbow Bar (200mg) - Hybrid | Edibles | Formulation = Snack |  | 1000mg, 500mg, Pre-Roll
White Krispy (420mg) - Hybrid | Edibles | Formulation = Chocolate |  | 250mg, 100mg, Quarter
Old Fashioned Sarsaparilla - 40mg | Edibles | Formulation = Drink |  | 500mg, 1000mg, Gram
Cherry Cola Bottles - 200mg | Edibles | Formulation = Candy |  | 500mg, 100mg, Quarter
Sour Molly Ranchers (70mg) | Edibles | Formulation = Candy |  | 100mg, 1000mg, Ounce
The Farm Caramels - 60mg CBD | Edibles | Formulation = Candy |  | 100mg, 500mg, Gram
Dark Chocolate Bar (125mg) | Edibles | Formulation = Chocolate |  | 1000mg, 500mg, Eighth
Red Fish (250mg) | Edibles | Formulation = Candy | 250mg | 100mg, 500mg, Pre-Roll
Caramel Marshmallow Bar (50mg) | Edibles | Formulation = Snack |  | 250mg, 500mg, Ounce
Dark Orange (180mg) - Hybrid | Edibles | Formulation = Chocolate |  | 100mg, 1000mg, Ounce
Royal Dark Chocolate (180mg) | Edibles | Formulation = Chocolate |  | 1000mg, 250mg, Pre-Roll
Cotton Candy Sour Belts Indica - 150mg | Edibles | Formulation = Candy |  | 500mg, 1000mg, 1g Cart
Chocolate Bars 420mg - Sativa - Dark Chocolate | Edibles | Formulation = Chocolate |  | 500mg, 1000mg, 1g Cart
10mg THC Soft Gels | Edibles | Formulation = Pill |  | 100mg, 250mg, Ounce
Indi Kaps - 4mg | Edibles | Formulation = Pill |  | 1000mg, 500mg, 1g Cart
Tangerine Dark Chocolate (45mg) | Edibles | Formulation = Chocolate |  | 100mg, 500mg, Quarter
Big Bud Brownie (360mg) | Edibles |  |  | 1000mg, 250mg, Quarter
Dark Chocolate Raspberry Bar (125mg) | Edibles | Formulation = Chocolate |  | 1000mg, 250mg, Quarter
The Golden Gate (180mg) - Hybrid | Edibles | Formulation = Chocolate |  | 1000mg, 100mg, Eighth
Apple Rings Sativa - 300mg | Edibles | Formulation = Candy |  | 250mg, 1000mg, Pre-Roll
Tru Brownie Cookie 250mg | Edibles |  | 250mg | 100mg, 1000mg, 1g Cart
24 Karat Brownie (1000mg) | Edibles |  | 1000mg | 250mg, 100mg, Gram
Night & Day Indica (2 x 290mg) | Edibles | Formulation = Pill | 2-Pack | 5-Pack, 100mg, 250mg
Liquid Dreams Indica Capsules - 4 Pack (50mg) | Edibles | Formulation = Pill |  | 2-Pack, 100mg, 500mg
Indica Caps - (12 x 30mg) | Edibles | Formulation = Pill |  | 10-Pack, 100mg, Eighth
Espresso Caramel - 10 Pack | Edibles | Formulation = Candy | 10-Pack | 5-Pack, 2-Pack
3 Pack Fruit Flavor Marshmallow Rice Cake | Edibles | Formulation = Snack |  | 2-Pack, 10-Pack
4.20Bite Triple Pack | Edibles | Formulation = Chocolate | 100mg | 1g Cart, 10-Pack
Sour Blue Raspberry Lozenges | Edibles | Formulation = Candy | 100mg, 10-Pack | Pre-Roll
Chocolates - 3 Pack | Edibles | Formulation = Chocolate |  | 5-Pack
Kind Caps AM/PM - 20 pack | Edibles | Formulation = Pill |  | 10-Pack, 2-Pack
Milk Chocolate Peanut Butter Truffle - 3 pk | Edibles | Formulation = Chocolate |  | 2-Pack, 5-Pack
Coco Caps - 50 Pack | Edibles | Formulation = Pill |  | 5-Pack
Fudge (50mg) - 200mg | Edibles | Formulation = Snack |  | 500mg, 1000mg, Quarter
3 Pack Triple Strength Gummies - Grape | Edibles | Formulation = Candy |  | 5-Pack
Sea Salt Caramel Bon Bon - Sativa (4 x 10mg) | Edibles | Formulation = Chocolate |  | 100mg, 5-Pack, 250mg
60mg 2 pack Capsules | Edibles | Formulation = Pill | 2-Pack | 5-Pack, 100mg
THC Hash Caps PM Indica 60mg - 20 pack | Edibles | Formulation = Pill |  | 10-Pack, 100mg
Green Lean Medicated Syrup - 4 oz | Edibles | Formulation = Drink | 500mg, 1000mg | Ounce, Half Ounce
CBD Hash Caps 20mg - 10 pack | Edibles | Formulation = Pill | 10-Pack | 100mg, 5-Pack
Fruit Flavored Drinks (12oz) - Country Lemonade | Edibles | Formulation = Drink | 100mg | Ounce, Pound
Capsules (2 Pack) | Edibles | Formulation = Pill | 2-Pack | 10-Pack
Lemon Lozenge | Edibles | Formulation = Candy | 100mg | Pre-Roll
Whole Plant Cannabis Capsules (2pk) - Indica | Edibles | Formulation = Pill | 2-Pack | 5-Pack
Lozenges (Medium Dose 12.5mg) | Edibles | Formulation = Candy |  | 100mg, Eighth
30mg 2 pack Capsules | Edibles | Formulation = Pill | 2-Pack | 10-Pack, 100mg
Savor - CBD Raw Cacao 2 oz | Edibles | Formulation = Drink | 250mg | Ounce, Quarter
2 Pk x 30mg THC "Night Time" | Edibles | Formulation = Pill | 2-Pack | 5-Pack, 250mg
10PK Green | Edibles | Formulation = Pill | 10-Pack | 2-Pack, 5-Pack
Caps - 2 pack | Edibles | Formulation = Pill | 2-Pack | 5-Pack
Pink Paradise Capsules (7 Pack) | Edibles | Formulation = Pill |  | 5-Pack, 10-Pack
Capsules (12 x 25mg)) | Edibles | Formulation = Pill |  | 100mg, 500mg, 10-Pack
THC Infused Coco - Pod (100mg) - 3 Pack | Edibles | Formulation = Drink | 100mg | 2-Pack, 5-Pack, 1000mg
Six Pack - Strawberry Hemp Milk | Edibles | Formulation = Drink |  | 5-Pack, 10-Pack
6 Pk x 30mg THC "Night Time" | Edibles | Formulation = Pill |  | 5-Pack, 100mg, Gram
Apple Pie Caramels (4 x 25mg) | Edibles | Formulation = Candy | 100mg | 250mg, 2-Pack
Sprig Soda (45mg x 4) | Edibles | Formulation = Drink |  | 100mg, 2-Pack
THC Infused Tea - Pod (50mg) - 5 Pack | Edibles | Formulation = Drink | 5-Pack, 250mg | 10-Pack, 100mg
White Chocolate (4 x 125mg) | Edibles | Formulation = Chocolate | 500mg | 100mg, 250mg, 5-Pack
Fudge - Peanut Butter (4 pk) | Edibles | Formulation = Candy |  | 5-Pack
Lozenges (High Dose 25mg) - Strawberry | Edibles | Formulation = Candy |  | 250mg, 1g Cart
Ohana Extra Strength Capsules (6 x 630mg) - Sativa | Edibles | Formulation = Pill |  | 500mg, 1000mg, 5-Pack
Caramel - 10 Pack | Edibles | Formulation = Candy | 10-Pack | 2-Pack
Sea Salt Caramel Bon Bon - Sativa (4 x 25mg) | Edibles | Formulation = Chocolate | 100mg | 500mg, 10-Pack
CBD Hash Caps 20mg - 20 pack | Edibles | Formulation = Pill |  | 10-Pack, 250mg
Raspberry Ganache Bon Bons (2pk) | Edibles | Formulation = Chocolate | 2-Pack | 10-Pack
Pollen-Kief Capsules THCA - 50 Pack (25mg) | Edibles | Formulation = Pill |  | 10-Pack, 100mg
THC Infused Coffee - O-Cup (100mg) - 5 Pack | Edibles | Formulation = Drink | 5-Pack, 100mg, 500mg | 10-Pack, 1000mg
Milk Chocolate Stars (6-pack) | Edibles | Formulation = Chocolate |  | 5-Pack
GoldCaps CBD 10 (5 x 10mg) | Edibles | Formulation = Pill | 5-Pack | 10-Pack, 100mg
CBD Tincture 15ml (160mg) | Tincture |  |  | 100mg, 250mg
Cannabis Cure-All - Meadow Blend 1 oz. | Topical |  | Ounce | Half Ounce, Quarter
.5oz CBD Bear Balm | Topical |  | Half Ounce | Ounce, Eighth
Super Skin Salve 4oz | Topical |  |  | Ounce, Half Ounce
Xternal Cream - 2 oz | Topical |  |  | Ounce, Two Grams
CBD Rich 20:1 1oz | Tincture |  | Ounce | Quarter, Pre-Roll
Fung Cancer - .25oz | Tincture |  | Quarter | Half Ounce, Eighth
Kind Drops (CBD) - 150mg | Tincture |  |  | 100mg, 500mg
Mega Dose - 100 mg - Snake Oil - Chocolate Caramel | Tincture |  | 100mg | 250mg, 1000mg, Ounce
Relaxing Mineral Bath Soak - 25 oz | Topical |  |  | Ounce, Gram
Muscle Rub - 4.5oz | Topical |  | 250mg | Ounce, 1g Cart
Lemon Eucalyptus Salve - 2 oz. | Topical |  |  | Ounce
Salve - Snake Oil - 1 gr / 1 oz | Topical |  | Ounce | Quarter, Half Ounce
Recovery 4:1 CBD:THC - 1oz | Tincture |  | Ounce | Half Ounce
Canna Balm - Lemongrass (.5oz) | Topical |  | Half Ounce | Quarter, Ounce
Cannabis Cure-All - Sky Blend 1/2 oz. | Topical |  | Half Ounce | Ounce, Pound
Organic Virgin Coconut Oil - THCA 15MG/ML | Tincture |  | 100mg, 500mg, Ounce | 1g Cart
Ultimate Blueberry 500mg CBD-Oil | Tincture |  | 500mg | 100mg, 1000mg
CBD Oil AC/DC 1:19 (375mg) | Tincture |  |  | 250mg, 500mg
Lip Balm - Snake Oil - 250 mg / .25 oz - Pineapple | Topical |  | 250mg, Quarter | 100mg, Ounce
Hemp Oil Drops - Natural (3600mg) | Tincture |  |  | 1000mg, 500mg
Vegan Medicated Sugar (75mg) |  |  |  | 100mg, 250mg
Hashie Mash 4oz (150mg) |  |  |  | 100mg, Ounce
Green Mountain Honey THC Jar (Indica) - 250mg |  |  | 250mg | 100mg, 500mg
Honey - 8 OZ |  |  |  | Ounce, Quarter
Space Foam - 2.5 gr |  |  |  | Gram, Two Grams, Eighth
Mango Lemongrass (50 Count) |  |  | 100mg | 10-Pack, 2-Pack
THC Syrup (500mg) |  |  | 500mg | 250mg, 1000mg
Peppermint Relaxing Mints - 16x5mg |  |  |  | 100mg, 10-Pack
Green Mountain Honey THC Jar (Indica) - 1,000mg |  |  | 1000mg | 100mg, 500mg
Cold Gold 120 - 2.5gr |  |  |  | Gram, Quarter
Baked Bees - 350mg |  |  |  | 250mg, 500mg
Cold Gold 90 - 1gr |  |  | Gram | Two Grams, Quarter
Daily Ritual THC (500mg) Grassfed Ghee, MCT Oil & CBD - 12oz jar |  |  | 500mg | 250mg, Ounce
Honey Gold CBD  1G |  |  | Gram | Eighth, Two Grams
Lift Tickets - 2 Pack White Fire #5 |  |  | 2-Pack | 5-Pack, 10-Pack
Canna Crystals (150mg) - Grape Ape |  |  |  | 100mg
Girl Scout Cookies - Shatter | Concentrates | Formulation = Shatter | Two Grams, Gram | Pre-Roll
San Fernando Valley OG (SFV OG) - Shatter | Concentrates | Formulation = Shatter | Eighth, Two Grams | 0.5g Cart
Tropical Haze - Shatter | Concentrates | Formulation = Shatter | Eighth, Two Grams | 1g Cart
Sour Diesel & OG Kush - Oil | Concentrates | Formulation = Live Resin | Eighth, Gram | Pre-Roll
Blue OG - Wax | Concentrates | Formulation = Wax | Two Grams, Gram | Pre-Roll
Purple Trainwreck - Shatter | Concentrates | Formulation = Shatter | Gram, Two Grams | Pre-Roll
Moonshine Haze - Shatter | Concentrates | Formulation = Shatter | Gram, Eighth | Pre-Roll
Trainwreck - Wax | Concentrates | Formulation = Wax | Eighth, Gram | Pre-Roll
Fuel - Wax | Concentrates | Formulation = Wax | Two Grams, Gram | 1g Cart
Diamond Cookies - Shatter | Concentrates | Formulation = Shatter | Two Grams, Gram | Pre-Roll
Violet Delight - Shatter | Concentrates | Formulation = Shatter | Eighth, Two Grams | Pre-Roll
Mango - Oil | Concentrates | Formulation = Live Resin | Gram, Two Grams | Pre-Roll
Holy Dream - Crumble | Concentrates | Formulation = Crumble | Gram, Two Grams | 1g Cart
Chocolate Hashberry - Wax | Concentrates | Formulation = Wax | Gram, Eighth | 1g Cart
Tahoe OG Kush - Shatter | Concentrates | Formulation = Shatter | Two Grams, Gram | 0.5g Cart
Chem Valley Kush - Wax | Concentrates | Formulation = Wax | Gram, Two Grams | 1g Cart
Cherry Pie (Cherry Kush) - Wax | Concentrates | Formulation = Wax | Eighth, Two Grams | 1g Cart
Vapor Cream - 1.25 gr - 25% - Wildberry | Concentrates | Formulation = RSO |  | Two Grams, Eighth
Medusas Dream - Shatter | Concentrates | Formulation = Shatter | Gram, Two Grams | 0.5g Cart
Emerald OG - Crumble | Concentrates | Formulation = Crumble | Eighth, Gram | 0.5g Cart
Amnesia Cookies - Wax | Concentrates | Formulation = Wax | Two Grams, Eighth | 0.5g Cart
Mr. Goji - Shatter | Concentrates | Formulation = Shatter | Eighth, Gram | 0.5g Cart
Girl Scout Cookies & Skywalker - Oil | Concentrates | Formulation = Live Resin | Gram, Two Grams | Pre-Roll
Red Diesel - Crumble | Concentrates | Formulation = Crumble | Eighth, Two Grams | 1g Cart
Gorilla Glue #4 - Water Hash | Concentrates | Formulation = Bubble Hash | Gram, Two Grams | Pre-Roll
Liberty Haze - Shatter | Concentrates | Formulation = Shatter | Eighth, Gram | 0.5g Cart
Skunk #1 - Wax | Concentrates | Formulation = Wax | Eighth, Two Grams | 0.5g Cart
Goki Headband - Crumble | Concentrates | Formulation = Crumble | Eighth, Gram | 1g Cart
Fudge - Peanut Butter | Edibles | Formulation = Candy | 10-Pack, 500mg | 1g Cart
Dark Chocolate Bar Extra Strength | Edibles | Formulation = Chocolate | 100mg, 500mg | 2g Cart
Chocolate Almond Bar | Edibles | Formulation = Chocolate | 10-Pack, 500mg | Pre-Roll
Blue Dream Cake Pop | Edibles |  | 10-Pack, 100mg | 2g Cart
Dark Chocolate Strawberry Sundae | Edibles | Formulation = Chocolate | 2-Pack, 500mg | 1g Cart
Banana OG Cake Pop | Edibles |  | 100mg, 2-Pack | Pre-Roll
Dipped Hard Candies - Chocolate/ Cherry | Edibles | Formulation = Candy | 2-Pack, 10-Pack | 1g Cart
Chocolate Crunch Bar | Edibles | Formulation = Chocolate | 100mg, 2-Pack | 1g Cart
Cookie | Edibles |  | 500mg, 100mg | 1g Cart
Mini Chocolate Squares | Edibles | Formulation = Chocolate | 2-Pack, 100mg | 1g Cart
Truffles | Edibles | Formulation = Chocolate | 2-Pack, 100mg | Pre-Roll
Caramel Macchiato | Edibles | Formulation = Drink | 10-Pack, 2-Pack | 2g Cart
Mini Shrapnel Black Label - Grape | Edibles | Formulation = Candy | 500mg, 2-Pack | 2g Cart
Brownie - Blondie | Edibles |  | 2-Pack, 10-Pack | 2g Cart
Chakra Chews - Tart Apple | Edibles | Formulation = Candy | 500mg, 100mg | 2g Cart
Mega Hybrid Veda Chews | Edibles | Formulation = Candy | 500mg, 10-Pack | 2g Cart
Jack Herer Chocolate Bar | Edibles | Formulation = Chocolate | 500mg, 2-Pack | 1g Cart
Butter - Steak Jar | Edibles | Formulation = Spread | 500mg, 10-Pack | 2g Cart
9 Pound Hammer - Honeycomb |  |  | Gram, Eighth, Ounce |
Vapor Cream - 2.5 gr - 50% - Original | Concentrates | Formulation = RSO |  | Gram, Two Grams
Lunch Box Oil (LBO) - 2G - Oil | Concentrates | Formulation = Live Resin | Two Grams | Gram, Eighth
Blue Dream 3.5G | Flower |  | Eighth | Quarter, Ounce
Blue Dream - 1/8 | Flower |  | Eighth | Half Ounce, Gram
Sour Diesel (1/4 oz) | Flower |  | Quarter | Eighth, Ounce
Super Lemon Haze Quarter | Flower |  | Quarter | Eighth, Pound
Pound Cake 7g | Flower |  | Quarter | Pound, Eighth
Pound Cake | Flower |  | Eighth, Quarter, Ounce | 1g Cart
Jack Herer - Half Ounce | Flower |  | Half Ounce | Ounce, Eighth
OG Kush (1 oz) | Flower |  | Ounce | Eighth, Half Ounce
OG Kush 28 grams | Flower |  | Ounce | Quarter, 2-Pack
Grape Ape 1 lb | Flower |  | Pound | Ounce
Durban Poison 1g | Flower |  | Gram | Eighth, Two Grams
Green Crack half-ounce | Flower |  | Half Ounce | Quarter
Trainwreck Joint 1g | Flower |  | Pre-Roll, Gram | Eighth
Strawberry Cough 5pk | Pre-rolls |  | 5-Pack | Pre-Roll, 10-Pack
Strawberry Cough 10-pack 0.5g | Pre-rolls |  | 10-Pack | 2-Pack, Pre-Roll, Gram
Purple Kush twin joints 2pk | Pre-rolls |  | 2-Pack | 5-Pack
Maui Wowie single | Pre-rolls | Breakdown = singles | Pre-Roll, Gram | 5-Pack, 10-Pack
Maui Wowie | Pre-rolls | Breakdown = 5-packs | 5-Pack | Pre-Roll, 2-Pack
Maui Wowie minis | Pre-rolls | Breakdown = 3-packs |  | Pre-Roll, 2-Pack, 5-Pack
Blackberry Kush 500mg Cartridge | Vape Cartridges |  | 0.5g Cart, 500mg | 1g Cart, 2g Cart
Blackberry Kush 1000mg Cartridge | Vape Cartridges |  | 1g Cart, Gram | 0.5g Cart, 2g Cart
Northern Lights 850mg Cart | Carts | Volume = 1G | 1g Cart | 0.5g Cart
Northern Lights Live Resin Cart | Carts | Volume = 0.5g | 0.5g Cart | 1g Cart, Eighth
Skywalker Vape 2 gram | Disposables |  | 2g Cart, Two Grams | 1g Cart
Headband All-in-One | Disposables | Volume = 2G | 2g Cart | 0.5g Cart, Pre-Roll
Chocolope Shatter 1g | Concentrates | Formulation = Shatter | Gram | Two Grams, Eighth
Chocolope Crumble 2g | Concentrates | Formulation = Crumble | Two Grams | Gram, 1g Cart
Half Baked Cookies 100mg | Edibles | Formulation = Snack | 100mg | 500mg, Half Ounce
Graham Cracker S'mores (10 pack) 100mg | Edibles | Formulation = Snack | 100mg, 10-Pack, 1000mg | 250mg, 5-Pack
Quarter Master Kush | Flower | Breakdown = 3.5G | Eighth | Quarter
Chem 91 | Flower | Breakdown = 28G | Ounce | Eighth
Sour Diesel - Pre-roll house style | Pre-rolls |  | Pre-Roll | Pound, 1000mg
Acapulco Gold - Pre-roll house style | Pre-rolls |  | Pre-Roll | Ounce, 100mg
`;

const cells = (text: string, separator: string): string[] =>
  text
    .split(separator)
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '');

export const LABELED_NAMES: readonly LabeledName[] = cells(TABLE, '\n').map((line) => {
  const [name = '', category = '', tags = '', right = '', wrong = ''] = line.split('|').map((cell) => cell.trim());
  return {
    name,
    category: category === '' ? null : category,
    tags: cells(tags, ';'),
    right: cells(right, ',') as WeightLabel[],
    wrong: cells(wrong, ',') as WeightLabel[],
  };
});
