import {openReport} from "./report.js";
import {StageSpace} from "../space/stage_space.js";

openReport((scene, playback, choices, host) => new StageSpace(scene, playback, choices, host));
