import { listed } from './listed.ts'

/** Frequent Tagalog words that are no English ones (`at`, `may`, `on`, `ate`, `am`, `so` and the like are left out). */
export const tagalog = listed(`
ako ko akin aking ikaw ka mo iyo iyong siya sya niya nya kanya kanyang kami namin amin aming tayo natin atin ating kayo ninyo niyo nyo
inyo inyong sila nila kanila kanilang ito nito dito iyan niyan diyan dyan iyon niyon doon dun yung yun yan 'to 'yung 'yan ung nung
nun niyang siyang akong kong mong kang kaming tayong kayong silang itong iyang iyong
ang ng nang sa si ni kay sina nina kina mga ay ba na pa nga daw raw din rin naman lang lamang muna yata kaya sana pala po opo ho oho
kasi pero ngunit subalit dahil kung kapag pag habang para upang tungkol mula hanggang gaya tulad parang tila bago pagkatapos tapos
saka tsaka at't o't kahit bagaman maging maliban bilang ayon hinggil
hindi di wala walang huwag wag ayaw ayoko gusto kailangan dapat pwede puwede baka siguro marahil bawal maaari mayroon meron may'
ano sino saan kailan bakit paano magkano ilan alin kanino anong sinong saang bakit ba't gaano
oo hindi opo salamat pasensya paumanhin sige tama mali mabuti masama
sobra sobrang masyado masyadong talaga talagang lagi laging palagi palaging minsan madalas ngayon kanina mamaya bukas kahapon
noong dati lahat lahatng bawat iba ibang isa isang dalawa dalawang tatlo tatlong apat lima anim pito walo siyam sampu
marami maraming konti kaunti kaunting kulang buo buong tunay totoo totoong ganito ganyan ganon ganoon ganun
tao taong bata batang nanay tatay nanang tatang kuya lola lolo anak kapatid pamilya kaibigan kaibigang asawa jowa tropa mahal
buhay bahay trabaho eskwela paaralan pera araw gabi umaga hapon tanghali oras linggo buwan taon mundo puso isip utak loob katawan
luha sakit lungkot saya galit takot hiya pagod inis kaba gulo problema pangarap pagmamahal pag-ibig pag-asa kalooban
malungkot masaya masayang galit natatakot nahihiya pagod napagod kinakabahan nalulungkot naiinis naiiyak umiiyak masakit mahirap
madali maganda pangit malaki maliit mabilis mabagal malakas mahina matagal maaga tahimik maayos mainit malamig bigat mabigat magaan
alam iniisip naisip iniwan iwan balik bumalik umuwi uwi alis umalis dumating pasok pumasok labas lumabas kain kumain tulog matulog
natulog gising nagising iyak umiyak tawa tumawa sabi sinabi sabihin tanong sagot usap kausap kausapin mag-isa nag-iisa tulong
sumuko suko laban lumaban hinga pahinga tiis tiisin bitaw bumitaw sarili sariling naku hala grabe ewan
eto heto ayan ayun nandito nandoon nandiyan andito andiyan andun narito naroon meron mayro'n
kc kse ksi kze nmn nman lng nlng aq tlga tlaga tlg bkt bkit wla hnd hndi cya dn pra sna cguro gus2 gsto d2 khit prang wlang kng
`)
