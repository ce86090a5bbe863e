import { listed } from './listed.ts'

/** Repeated words with a hyphen: araw-araw. */
export const saidTwice = listed(
  'araw gabi linggo buwan taon oras isa iba unti dahan sama sabay sunod paulit kanya sari halo hiwa-hiwa dala bawa tig iba-iba',
)

/** Words that nobody repeats on purpose. A second one is a slip. */
export const neverTwice = listed(`
the a an of in on to for with from and but is are was were my your his her their
ang ng nang sa mga si ni kay ay ko mo kung dahil para pero kasi hindi
`)

/** Verbs without an object: `umiyak ng malakas` can only be `nang malakas`. */
export const withoutObject = listed(`
iyak umiyak umiiyak iiyak naiyak naiiyak tulog matulog natulog natutulog matutulog makatulog nakatulog hinga huminga humihinga hihinga
ngumiti ngumingiti tawa tumawa tumatawa mag-usap nag-usap nag-uusap lumakad lumalakad maglakad naglakad naglalakad takbo tumakbo
tumatakbo sigaw sumigaw sumisigaw kumilos kumikilos umalis umaalis umuwi umuuwi dumating magsalita nagsalita nagsasalita magpahinga
nagpahinga nagpapahinga umulan umuulan
`)

/** Adverbs of manner. `nang` precedes them after a verb without an object. */
export const manners = listed(`
malakas mahina mabilis mabagal maayos mahimbing matagal maaga tahimik mag-isa malalim bigla biglaan dahan-dahan paulit-ulit sabay-sabay
todo husto sobra palihim patago madalas
`)
/** The same after any verb. */
export const onlyManners = listed('mag-isa dahan-dahan paulit-ulit sabay-sabay biglaan palihim patago')

/** After these `ng` is `na` with its link: dapat nang umuwi. */
export const modals = listed('dapat pwede puwede maaari')
/** Verbs of a wish. After `gusto ko` they take `nang`. */
export const wishedActs = listed(`
umuwi matulog mamatay umalis magpahinga tumigil sumuko mawala umiyak makalimot lumayo maglaho bumitaw magpakalayo makatulog mag-isa
makapagpahinga makauwi
`)
export const wishes = listed('gusto gustong ayaw ayoko')
export const shortPronouns = listed(
  'ako ko ka mo siya niya kami namin tayo natin kayo ninyo sila nila na lang',
)

/** Before these `nang mga` is right: nang mga alas tres, about three o'clock. */
export const times = listed(
  'alas ala-una bandang oras panahon panahong araw gabi gabing sandali sandaling taong buwang',
)
/** Nouns whose `ng` marks an owner: kaibigan ng kaibigan ko. */
export const people = listed(
  'kaibigan anak ina ama nanay tatay mama papa asawa kapatid kaklase kapitbahay pinsan lola lolo apo boss hari reyna jowa ex crush guro amo',
)
